// Extension schemas of PDF/A (ISO 19005-2, 6.6.2.3.3): schemas that a file describes itself.
import type { Report } from '../model/report.ts'
import type { XmpNode } from './rdf.ts'
import { SPACES } from './schemas.data.ts'
import { type DefinedType, type DefinedTypes, isKnownType, isUri } from './types.ts'

export interface ExtensionSchema {
  readonly space: string
  readonly properties: ReadonlyMap<string, string>
  readonly types: DefinedTypes
}

const SCHEMA_SPACE = SPACES['pdfaSchema'] ?? ''
const PROPERTY_SPACE = SPACES['pdfaProperty'] ?? ''
const TYPE_SPACE = SPACES['pdfaType'] ?? ''
const FIELD_SPACE = SPACES['pdfaField'] ?? ''

export function extensionSchemas(properties: readonly XmpNode[]): ExtensionSchema[] {
  return containersOf(properties)
    .flatMap((container) => container.children)
    .map((schema) => ({
      space: textOf(field(schema, SCHEMA_SPACE, 'namespaceURI')),
      properties: new Map(
        itemsOf(field(schema, SCHEMA_SPACE, 'property')).map((item) => [
          textOf(field(item, PROPERTY_SPACE, 'name')),
          textOf(field(item, PROPERTY_SPACE, 'valueType')),
        ]),
      ),
      types: definedTypes(schema),
    }))
}

function containersOf(properties: readonly XmpNode[]): XmpNode[] {
  return properties.filter((property) => property.space === SPACES['pdfaExtension'] && property.local === 'schemas')
}

function definedTypes(schema: XmpNode): DefinedTypes {
  const types = new Map<string, DefinedType>()
  for (const item of itemsOf(field(schema, SCHEMA_SPACE, 'valueType'))) {
    const fields = itemsOf(field(item, TYPE_SPACE, 'field')).map(
      (each) => [textOf(field(each, FIELD_SPACE, 'name')), textOf(field(each, FIELD_SPACE, 'valueType'))] as const,
    )
    types.set(textOf(field(item, TYPE_SPACE, 'type')), { space: textOf(field(item, TYPE_SPACE, 'namespaceURI')), fields: new Map(fields) })
  }
  return types
}

function field(node: XmpNode, space: string, local: string): XmpNode | undefined {
  return node.children.find((child) => child.space === space && child.local === local)
}

function textOf(node: XmpNode | undefined): string {
  return node?.value ?? ''
}

function itemsOf(node: XmpNode | undefined): readonly XmpNode[] {
  return node?.children ?? []
}

export function emitExtensions(properties: readonly XmpNode[], report: Report): void {
  for (const container of containersOf(properties)) {
    report.emit('ExtensionSchemasContainer', { isValidBag: container.kind === 'Bag', prefix: container.prefix })
    for (const schema of container.children) emitSchema(schema, report)
  }
}

const texts = (node: XmpNode, space: string, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const found = field(node, space, name)
      const upper = `${name[0]?.toUpperCase()}${name.slice(1)}`
      return [
        [`is${upper}ValidText`, found === undefined || found.kind === 'simple'],
        [`${name}Prefix`, found?.prefix ?? null],
      ]
    }),
  )

const uri = (node: XmpNode, space: string): Record<string, unknown> => {
  const found = field(node, space, 'namespaceURI')
  return {
    isNamespaceURIValidURI: found === undefined || (found.kind === 'simple' && isUri(found.value)),
    namespaceURIPrefix: found?.prefix ?? null,
  }
}

const sequence = (node: XmpNode, space: string, name: string): Record<string, unknown> => {
  const found = field(node, space, name)
  return {
    [`is${name[0]?.toUpperCase()}${name.slice(1)}ValidSeq`]: found === undefined || found.kind === 'Seq',
    [`${name}Prefix`]: found?.prefix ?? null,
  }
}

function emitObject(node: XmpNode, known: { readonly space: string; readonly names: readonly string[] }, report: Report): void {
  const containsUndefinedFields =
    node.kind !== 'struct' || node.children.some((child) => child.space !== known.space || !known.names.includes(child.local))
  report.emit('ExtensionSchemaObject', { containsUndefinedFields })
}

function emitSchema(schema: XmpNode, report: Report): void {
  emitObject(schema, { space: SCHEMA_SPACE, names: ['schema', 'namespaceURI', 'prefix', 'property', 'valueType'] }, report)
  report.emit('ExtensionSchemaDefinition', {
    ...texts(schema, SCHEMA_SPACE, ['schema', 'prefix']),
    ...uri(schema, SCHEMA_SPACE),
    ...sequence(schema, SCHEMA_SPACE, 'property'),
    ...sequence(schema, SCHEMA_SPACE, 'valueType'),
  })
  const defined = definedTypes(schema)
  for (const property of itemsOf(field(schema, SCHEMA_SPACE, 'property'))) {
    emitObject(property, { space: PROPERTY_SPACE, names: ['name', 'valueType', 'category', 'description'] }, report)
    report.emit('ExtensionSchemaProperty', {
      ...texts(property, PROPERTY_SPACE, ['name', 'valueType', 'category', 'description']),
      isValueTypeDefined: isKnownType(textOf(field(property, PROPERTY_SPACE, 'valueType')), defined),
      category: field(property, PROPERTY_SPACE, 'category')?.value ?? null,
    })
  }
  for (const type of itemsOf(field(schema, SCHEMA_SPACE, 'valueType'))) emitType(type, defined, report)
}

function emitType(type: XmpNode, defined: DefinedTypes, report: Report): void {
  emitObject(type, { space: TYPE_SPACE, names: ['type', 'namespaceURI', 'prefix', 'description', 'field'] }, report)
  report.emit('ExtensionSchemaValueType', {
    ...texts(type, TYPE_SPACE, ['type', 'prefix', 'description']),
    ...uri(type, TYPE_SPACE),
    ...sequence(type, TYPE_SPACE, 'field'),
  })
  for (const each of itemsOf(field(type, TYPE_SPACE, 'field'))) {
    emitObject(each, { space: FIELD_SPACE, names: ['name', 'valueType', 'description'] }, report)
    report.emit('ExtensionSchemaField', {
      ...texts(each, FIELD_SPACE, ['name', 'valueType', 'description']),
      isValueTypeDefined: isKnownType(textOf(field(each, FIELD_SPACE, 'valueType')), defined),
    })
  }
}
