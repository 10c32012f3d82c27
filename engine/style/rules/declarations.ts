// Compiles declarations for the cascade: expands shorthands, and parses values that are the same for all elements.

import { canonicalName, LONGHAND_NAMES, propertyOf, type Slot, slotOf } from '../longhands.ts'
import { SHORTHANDS, shorthandOf } from '../shorthands/shorthands.ts'
import type { DeclarationNode } from '../syntax/syntax.ts'
import type { Component } from '../syntax/tokens.ts'
import { BLACK } from '../values/color.ts'
import { NEUTRAL_FONT } from '../values/font-units.ts'
import { type Environment, USES } from '../values/units.ts'
import { Cursor, parseAll } from '../values/values.ts'
import { FLATTENED, QUIRKY_PROPERTIES, SILENT_PREFIXES, SILENT_PROPERTIES, SILENT_VALUES, VECTOR_PROPERTIES } from './ignored.data.ts'

type WideKeyword = 'inherit' | 'initial' | 'unset' | 'revert' | 'revert-layer'
const WIDE = new Set<string>(['inherit', 'initial', 'unset', 'revert', 'revert-layer'])

/** A declared value of one longhand. */
export type DeclaredValue =
  | { readonly kind: 'wide'; readonly keyword: WideKeyword }
  /** Parsed: the same for all elements. */
  | { readonly kind: 'ready'; readonly value: unknown }
  /** To be parsed in an element's environment. `unzoomed` is the value without zoom, if it depends on nothing else. */
  | { readonly kind: 'parts'; readonly items: readonly Component[]; readonly unzoomed: unknown }
  /** Contains var(), attr() or env(): the whole declaration is parsed after their substitution. */
  | { readonly kind: 'pending'; readonly property: string; readonly text: string }

type Target =
  | { readonly kind: 'longhand'; readonly slot: Slot }
  | { readonly kind: 'all' }
  | { readonly kind: 'custom'; readonly name: string }
  | { readonly kind: 'vector'; readonly name: string }

/** One longhand set by one declaration. `text` is the value as written, for substitution and for custom and vector properties. */
export interface Declaration {
  readonly target: Target
  readonly value: DeclaredValue
  readonly text: string
}

/** A value that is parsed in it without using it is the same for all elements. */
export function neutralEnvironment(isQuirky: boolean): Environment {
  return {
    fontSize: 12,
    rootFontSize: 12,
    font: NEUTRAL_FONT,
    rootFont: NEUTRAL_FONT,
    viewport: { width: 595, height: 842 },
    zoom: 1,
    color: BLACK,
    bodyColor: BLACK,
    parentWeight: 400,
    parentAlign: 'start',
    parentDirection: 'ltr',
    isParentAbsolute: false,
    isQuirky,
    uses: 0,
  }
}

export interface DeclarationContext {
  readonly isQuirks: boolean
  report(start: number, code: 'css-syntax' | 'unsupported-css', message: string, hint?: string): void
}

/** The longhands of one declaration; none when it is invalid or unsupported, which is reported. */
function compileDeclaration(node: DeclarationNode, context: DeclarationContext): readonly Declaration[] {
  if (node.name.startsWith('--')) return [custom(node)]
  const name = canonicalName(node.name)
  if (VECTOR_PROPERTIES.has(name)) return [vector(name, node)]
  if (slotOf(name) === undefined && shorthandOf(name) === undefined) {
    reportUnknown(node, context)
    return []
  }
  // Parts of drawings follow references that boxes cannot: they take it as text as well.
  const asText: readonly Declaration[] = name === 'clip-path' || name === 'transform-origin' ? [vector(name, node)] : []
  if (hasSubstitution(node.value)) return [...pendingFor(name, node.text), ...asText]
  const found = expandDeclaration(name, node.value, context.isQuirks)
  if (found === undefined) reportValue(node, name, context)
  else reportFlattened(node, context)
  return found === undefined ? [] : [...found, ...asText]
}

/** Declarations of one block, by importance. */
export function compileDeclarations(
  nodes: readonly DeclarationNode[],
  context: DeclarationContext,
): { readonly normal: readonly Declaration[]; readonly important: readonly Declaration[] } {
  const normal: Declaration[] = []
  const important: Declaration[] = []
  for (const node of nodes) {
    const list = node.isImportant ? important : normal
    list.push(...compileDeclaration(node, context))
  }
  return { normal, important }
}

function vector(name: string, node: DeclarationNode): Declaration {
  return { target: { kind: 'vector', name }, value: wideOf(node.value) ?? { kind: 'ready', value: undefined }, text: node.text }
}

function custom(node: DeclarationNode): Declaration {
  const target: Target = { kind: 'custom', name: node.name }
  return { target, value: wideOf(node.value) ?? { kind: 'ready', value: undefined }, text: node.text }
}

function wideOf(items: readonly Component[]): DeclaredValue | undefined {
  const [only] = items
  if (items.length !== 1 || only?.kind !== 'ident' || !WIDE.has(only.lower)) return undefined
  return { kind: 'wide', keyword: only.lower as WideKeyword } // just seen in the set
}

/** The longhands of a declaration without var(); undefined when its value is invalid. */
export function expandDeclaration(name: string, items: readonly Component[], isQuirks: boolean): readonly Declaration[] | undefined {
  const wide = wideOf(items)
  if (wide !== undefined) return targetsOf(name).map((target) => ({ target, value: wide, text: '' }))
  const isQuirky = isQuirks && QUIRKY_PROPERTIES.has(name)
  const slot = slotOf(name)
  if (slot !== undefined) {
    const value = declaredValue(slot, items, isQuirky)
    return value && [{ target: { kind: 'longhand', slot }, value, text: '' }]
  }
  const c = new Cursor(items, neutralEnvironment(isQuirky))
  const parts = shorthandOf(name)?.expand(c)
  if (parts === undefined || !c.isDone) return undefined
  const found: Declaration[] = []
  for (const [longhand, taken] of parts) {
    const target = targetOf(longhand)
    const value: DeclaredValue | undefined =
      taken.length === 0 ? { kind: 'wide', keyword: 'initial' } : declaredValue(target.slot, taken, isQuirky)
    if (value === undefined) return undefined
    found.push({ target, value, text: '' })
  }
  return found
}

function declaredValue(slot: Slot, items: readonly Component[], isQuirky: boolean): DeclaredValue | undefined {
  const environment = neutralEnvironment(isQuirky)
  const value = parseAll(propertyOf(slot).parse, items, environment)
  if (value === undefined) return undefined
  if (environment.uses === 0) return { kind: 'ready', value }
  return { kind: 'parts', items, unzoomed: environment.uses === USES.zoom ? value : undefined }
}

function targetOf(longhand: string): Extract<Target, { kind: 'longhand' }> {
  const slot = slotOf(longhand)
  if (slot === undefined) throw new Error(`targetOf: no longhand ${longhand}`)
  return { kind: 'longhand', slot }
}

/** The targets that a property name sets. */
function targetsOf(name: string): readonly Target[] {
  if (name === 'all') return [{ kind: 'all' }]
  const slot = slotOf(name)
  return slot === undefined ? (shorthandOf(name)?.longhands ?? []).map((part) => targetOf(part)) : [{ kind: 'longhand', slot }]
}

function pendingFor(name: string, text: string): readonly Declaration[] {
  const value: DeclaredValue = { kind: 'pending', property: name, text }
  return targetsOf(name).map((target) => ({ target, value, text }))
}

/** Whether a value contains var(), attr() or env(). */
export function hasSubstitution(items: readonly Component[]): boolean {
  return items.some((item) => {
    if (item.kind === 'block') return hasSubstitution(item.items)
    return item.kind === 'function' && (SUBSTITUTIONS.has(item.name) || hasSubstitution(item.items))
  })
}
const SUBSTITUTIONS = new Set(['var', 'attr', 'env'])

function reportUnknown(node: DeclarationNode, context: DeclarationContext): void {
  reportFlattened(node, context)
  if (SILENT_PROPERTIES.has(node.name) || SILENT_PREFIXES.some((prefix) => node.name.startsWith(prefix))) return
  const known = [...LONGHAND_NAMES, ...SHORTHANDS].find((name) => isNear(name, node.name))
  context.report(
    node.start,
    'unsupported-css',
    `property "${node.name}" has no effect`,
    known === undefined ? undefined : `did you mean "${known}"?`,
  )
}

/** Values that are taken, and of which a part shows nothing in a document seen from the front. */
function reportFlattened(node: DeclarationNode, context: DeclarationContext): void {
  const part = FLATTENED[node.name]?.exec(node.text)?.[0]
  if (part === undefined) return
  context.report(
    node.start,
    'unsupported-css',
    `"${part.replace('(', '()')}" of "${node.name}" has no effect`,
    'what is turned in space is shown without perspective',
  )
}

function reportValue(node: DeclarationNode, name: string, context: DeclarationContext): void {
  if (SILENT_VALUES.test(node.text) || node.name !== name || node.name.startsWith('-')) return
  const slot = slotOf(name)
  const hint = slot === undefined ? undefined : `it takes ${propertyOf(slot).values}`
  context.report(node.start, 'unsupported-css', `unknown value "${node.text.slice(0, 60)}" of "${node.name}"`, hint)
}

/** Whether the names differ by one letter that is added, dropped or changed, or by two that are swapped. */
function isNear(known: string, written: string): boolean {
  if (Math.abs(known.length - written.length) > 1 || known === written) return false
  let start = 0
  while (start < known.length && known[start] === written[start]) start++
  const [a, b] = [known.slice(start), written.slice(start)]
  if (a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)) return true
  return a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0]
}
