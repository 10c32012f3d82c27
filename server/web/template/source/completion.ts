// What may be written at a place of a template: its fields as the engine has found them, helpers with their signatures, CSS from the engine's table of properties, and
// the team's assets.
import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import { aroundOf, cssAroundOf, openLists } from './context.ts'
import type { CssProperty, HelperHelp, Language } from './language.data.ts'

export interface Variable {
  readonly name: string
  readonly type: string
}

export interface Known {
  /** Of the template, as the last preview found them. */
  variables(): readonly Variable[]
  /** Names of the team's assets. */
  assets(): Promise<readonly string[]>
  language(): Promise<Language>
}

/** How far back blocks that are open are looked for. */
const MOST_BEFORE = 100_000
const WORD = /^[\w@#/.-]*$/
/** Files that are texts to insert, and those that are shown. */
const PART = /\.html?$/
const CSS_WIDE = ['inherit', 'initial', 'unset', 'revert']

export function completeSource(known: Known): CompletionSource {
  return async (context) => {
    const { state, pos } = context
    const before = state.sliceDoc(Math.max(0, pos - MOST_BEFORE), pos)
    const around = aroundOf(before)
    if (around?.kind === 'placeholder') return placeholder(context, { text: around.text, before }, known)
    if (around?.kind === 'directive') return fieldsAt(context, { text: around.text, before, isList: around.name === 'repeat' }, known)
    if (around?.kind === 'part') {
      const parts = (await known.assets()).filter((name) => PART.test(name)).map((name) => name.replace(PART, ''))
      return { from: pos - around.text.length, options: parts.map((label) => ({ label, type: 'text' })), validFor: /^[\w./-]*$/ }
    }
    const css = cssBefore(state, pos)
    if (around?.kind === 'asset' && (around.text !== '' || context.explicit || css === undefined)) {
      const options = (await known.assets()).map((label) => ({ label, type: 'text' }))
      return { from: pos - around.text.length, options, validFor: /^[\w./-]*$/ }
    }
    return css === undefined ? null : completeCss(context, css, await known.language())
  }
}

interface Before {
  readonly text: string
  readonly before: string
}

async function placeholder(context: CompletionContext, { text, before }: Before, known: Known): Promise<CompletionResult | null> {
  const typed = /[\w@#/.]*$/.exec(text)?.[0] ?? ''
  const isHead = /^[#/^&~]*\s*[\w@#/.]*$|\(\s*[\w@.]*$/.test(text)
  // Between a quote and the next there is text.
  if ((text.match(/"/g)?.length ?? 0) % 2 === 1) return null
  const { helpers, blocks, locals } = await known.language()
  const head = /(?:^|\()\s*[#]?(\w+)\s[^()]*$/.exec(text)?.[1]
  const called = helpers.find(({ name }) => name === head)
  const options: Completion[] = [
    ...fieldOptions(known.variables(), listsAt(context, before), false),
    ...(isHead ? helpers.map(helperOption) : []),
    ...(called?.named.map((name): Completion => ({ label: `${name}=`, type: 'property', detail: called.name })) ?? []),
    ...(/^[#]?\w*$/.test(text) ? blocks.map(blockOption) : []),
    ...['this', ...locals.map((name) => `@${name}`)].map((label): Completion => ({ label, type: 'keyword' })),
  ]
  return { from: context.pos - typed.length, options: distinct(options), validFor: WORD }
}

function fieldsAt(
  context: CompletionContext,
  { text, before, isList }: Before & { readonly isList: boolean },
  known: Known,
): CompletionResult {
  const typed = /[\w@.]*$/.exec(text)?.[0] ?? ''
  return {
    from: context.pos - typed.length,
    options: distinct(fieldOptions(known.variables(), listsAt(context, before), isList)),
    validFor: WORD,
  }
}

/** Lists whose rows are written here, by blocks and by elements that are repeated. */
function listsAt({ state, pos }: CompletionContext, before: string): readonly string[] {
  return [...openLists(before), ...repeatedAround(state, pos)]
}

/** The values of `data-repeat` of the elements around a place. The tag that is being written is not around itself. */
function repeatedAround(state: EditorState, pos: number): readonly string[] {
  const lists: string[] = []
  for (
    let node: ReturnType<typeof syntaxTree>['topNode'] | null = syntaxTree(state).resolveInner(pos, -1);
    node !== null;
    node = node.parent
  ) {
    const tag = node.name === 'Element' ? node.getChild('OpenTag') : null
    if (tag === null || tag.to > pos) continue
    const list = /\sdata-repeat\s*=\s*["']?([\w.@]+)/.exec(state.sliceDoc(tag.from, tag.to))?.[1]
    if (list !== undefined) lists.push(list.replace(/^this\./, ''))
  }
  return lists
}

/** Names as they are written where the rows of `lists` are: `items[].name` is `name` in a row of `items`. */
function fieldOptions(variables: readonly Variable[], lists: readonly string[], isListWanted: boolean): readonly Completion[] {
  return variables.flatMap(({ name, type }): Completion[] => {
    const list = /^(.*)\[\]/.exec(name)?.[1]
    const label = name.replace(/^.*\[\]\.?/, '')
    if (label === '') return []
    const isNear = list !== undefined && lists.some((open) => list === open || list.endsWith(`.${open}`) || list.endsWith(`[].${open}`))
    const isFar = list !== undefined && !isNear
    const boost = (isNear ? 3 : isFar ? -1 : 1) + (isListWanted && type === 'array' ? 5 : 0)
    return [{ label, type: 'variable', detail: list === undefined ? type : `${type}, ${list}`, boost }]
  })
}

function helperOption({ name, signature, about = '', example = '' }: HelperHelp): Completion {
  return {
    label: name,
    type: 'function',
    detail: signature.slice(name.length),
    info: [about, example].filter((line) => line !== '').join('\n'),
  }
}

function blockOption(name: string): Completion {
  const apply = (open: string): string => `#${name} ${open}`
  return { label: `#${name}`, type: 'keyword', apply: apply(''), detail: `{{/${name}}}` }
}

/** The text of the style sheet or style attribute before a place. */
export function cssBefore(state: EditorState, pos: number): { readonly text: string; readonly isAttribute: boolean } | undefined {
  for (let node = syntaxTree(state).resolveInner(pos, -1); ; ) {
    if (node.name === 'StyleSheet' || node.name === 'Styles')
      return { text: state.sliceDoc(node.from, pos), isAttribute: node.name === 'Styles' }
    if (node.parent === null) return undefined
    node = node.parent
  }
}

function completeCss(
  context: CompletionContext,
  { text, isAttribute }: { readonly text: string; readonly isAttribute: boolean },
  { properties, colors }: Language,
): CompletionResult | null {
  const around = cssAroundOf(text, isAttribute)
  if (around === undefined || (around.text === '' && !context.explicit && around.kind === 'name')) return null
  const from = context.pos - around.text.length
  if (around.kind === 'name') return { from, options: properties.map(propertyOption), validFor: /^[\w-]*$/ }
  const property = properties.find(({ name }) => name === around.property)
  if (property === undefined) return null
  const keywords = property.keywords.map((label): Completion => ({ label, type: 'keyword', boost: 2 }))
  const named = property.isColored === true ? colors.map((label): Completion => ({ label, type: 'constant' })) : []
  const wide = CSS_WIDE.map((label): Completion => ({ label, type: 'keyword', boost: -5 }))
  return { from, options: distinct([...keywords, ...named, ...wide]), validFor: /^[\w-]*$/ }
}

function propertyOption({ name, syntax, initial }: CssProperty): Completion {
  const info = initial === undefined ? syntax : `${syntax}\n\n${initial}`
  return { label: name, type: 'property', apply: `${name}: `, info }
}

function distinct(options: readonly Completion[]): Completion[] {
  const seen = new Set<string>()
  return options.filter(({ label }) => label !== '' && !seen.has(label) && seen.add(label))
}
