// XMP's use of RDF (XMP specification, 2005, part 1): properties that are texts, structures or arrays.
import { parseXml, type XmlAttribute, type XmlElement, type XmlName } from './xml.ts'

export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const XML = 'http://www.w3.org/XML/1998/namespace'

export interface XmpNode extends XmlName {
  readonly kind: 'simple' | 'struct' | 'Bag' | 'Seq' | 'Alt'
  readonly value: string
  /** Fields or items. */
  readonly children: readonly XmpNode[]
  readonly lang: string | null
  /** Qualifiers besides the language. */
  readonly qualifiers: readonly XmpNode[]
}

export interface XmpPacket {
  readonly properties: readonly XmpNode[]
  readonly bytes: string | null
  readonly encoding: string | null
  readonly actualEncoding: string
  readonly isValid: boolean
}

class RdfError extends Error {}

export function readXmp(bytes: Uint8Array): XmpPacket {
  const { text, encoding } = decode(bytes)
  const header = text.match(/<\?xpacket\s+begin=([^?]*)\?>/)?.[1] ?? ''
  const attribute = (name: string): string | null => header.match(new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`))?.[1] ?? null
  const start = text.search(/<\?xpacket\s+begin/)
  const root = parseXml(start > 0 ? text.slice(start) : text)
  const found = { bytes: attribute('bytes'), encoding: attribute('encoding'), actualEncoding: encoding }
  if (root === undefined) return { ...found, properties: [], isValid: false }
  try {
    return { ...found, properties: propertiesOf(root), isValid: true }
  } catch (thrown) {
    if (thrown instanceof RdfError) return { ...found, properties: [], isValid: false }
    throw thrown
  }
}

function decode(bytes: Uint8Array): { text: string; encoding: string } {
  const [a, b, c, d] = bytes
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c))
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16BE' }
  if ((a === 0xff && b === 0xfe && !(c === 0 && d === 0)) || (a === 0x3c && b === 0))
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16LE' }
  if (a === 0 && b === 0) return { text: '', encoding: 'UTF-32BE' }
  if (a === 0xff && b === 0xfe) return { text: '', encoding: 'UTF-32LE' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch (thrown) {
    if (thrown instanceof TypeError) return { text: '', encoding: 'unknown' }
    throw thrown
  }
}

function propertiesOf(root: XmlElement): XmpNode[] {
  const found = findRdf(root)
  if (found === undefined) return []
  const properties: XmpNode[] = []
  const seen = new Set<string>()
  for (const description of found.children) {
    if (!isRdf(description, 'Description')) throw new RdfError('no rdf:Description')
    for (const property of nodesOf(description)) {
      const key = `${property.space} ${property.local}`
      if (seen.has(key)) throw new RdfError('a property twice')
      seen.add(key)
      properties.push(property)
    }
  }
  return properties
}

function findRdf(element: XmlElement): XmlElement | undefined {
  if (isRdf(element, 'RDF')) return element
  for (const child of element.children) {
    const found = findRdf(child)
    if (found !== undefined) return found
  }
  return undefined
}

function isRdf(name: XmlName, local: string): boolean {
  return name.space === RDF && name.local === local
}

/** The properties of a description: attributes and elements. */
function nodesOf(element: XmlElement): XmpNode[] {
  const own = element.attributes.filter((attribute) => attribute.space !== RDF && attribute.space !== XML && attribute.space !== '')
  if (element.text.trim() !== '') throw new RdfError('text between properties')
  return [...own.map(simpleOf), ...element.children.map(nodeOf)]
}

function simpleOf({ space, local, prefix, value }: XmlAttribute): XmpNode {
  return { space, local, prefix, kind: 'simple', value, children: [], lang: null, qualifiers: [] }
}

function nodeOf(element: XmlElement): XmpNode {
  const { space, local, prefix, children, attributes } = element
  const name = {
    space,
    local,
    prefix,
    lang: attributes.find((item) => item.space === XML && item.local === 'lang')?.value ?? null,
    qualifiers: [],
  }
  const rdf = (key: string): string | undefined => attributes.find((item) => isRdf(item, key))?.value
  const others = attributes.filter((item) => item.space !== RDF && item.space !== XML && item.space !== '')
  const type = rdf('parseType')
  if (type === 'Resource') return structOf(name, children.map(nodeOf))
  if (type !== undefined) throw new RdfError(`rdf:parseType ${type}`)
  const resource = rdf('resource')
  if (resource !== undefined) return { ...name, kind: 'simple', value: resource, children: [], qualifiers: others.map(simpleOf) }
  const [only, ...more] = children
  if (only === undefined) {
    const value = others.find((item) => isRdf(item, 'value'))
    if (others.length > 0 && element.text === '')
      return value === undefined ? structOf(name, others.map(simpleOf)) : { ...name, kind: 'simple', value: value.value, children: [] }
    return { ...name, kind: 'simple', value: element.text, children: [] }
  }
  if (more.length > 0 || element.text.trim() !== '') throw new RdfError('several nodes in a property')
  return nodeOfChild(name, only)
}

type Named = Pick<XmpNode, 'space' | 'local' | 'prefix' | 'lang' | 'qualifiers'>

function nodeOfChild(name: Named, node: XmlElement): XmpNode {
  if (node.space === RDF && (node.local === 'Bag' || node.local === 'Seq' || node.local === 'Alt')) {
    const items = node.children.map((item) => {
      if (!isRdf(item, 'li')) throw new RdfError('no rdf:li')
      return nodeOf(item)
    })
    return { ...name, kind: node.local, value: '', children: items }
  }
  return structOf(name, nodesOf(node))
}

/** A structure; with `rdf:value` a value with qualifiers. */
function structOf(name: Named, fields: readonly XmpNode[]): XmpNode {
  const value = fields.find((field) => isRdf(field, 'value'))
  if (value === undefined) return { ...name, kind: 'struct', value: '', children: fields }
  return { ...value, ...name, lang: value.lang ?? name.lang, qualifiers: fields.filter((field) => field !== value) }
}
