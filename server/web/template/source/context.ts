// What stands around a place in a template, as far as completion and help need it.

export type Around =
  /** Inside `{{ … }}`; `start` is where its text begins. */
  | { readonly kind: 'placeholder'; readonly start: number; readonly text: string }
  /** `{{> …` */
  | { readonly kind: 'part'; readonly start: number; readonly text: string }
  /** The value of `data-repeat`, `data-if` or `data-unless`. */
  | { readonly kind: 'directive'; readonly name: string; readonly text: string }
  /** The value of `src` or `href`, or an address in CSS: a file of the team. */
  | { readonly kind: 'asset'; readonly text: string }

/** Longer placeholders are not written. */
const MOST_BEFORE = 400

/** Of the text before a place; undefined where nothing of the template language stands. */
export function aroundOf(text: string): Around | undefined {
  const before = text.slice(-MOST_BEFORE)
  const open = before.lastIndexOf('{{')
  if (open >= 0 && !before.slice(open).includes('}}')) {
    const inside = before.slice(open).replace(/^\{\{\{?~?/, '')
    const part = /^>\s*([\w./-]*)$/.exec(inside)
    if (part !== null) return { kind: 'part', start: text.length - (part[1] ?? '').length, text: part[1] ?? '' }
    return { kind: 'placeholder', start: text.length - inside.length, text: inside }
  }
  const directive = /\sdata-(repeat|if|unless)\s*=\s*["']([^"']*)$/.exec(before)
  if (directive !== null) return { kind: 'directive', name: directive[1] ?? '', text: directive[2] ?? '' }
  const asset = /(?:\s(?:src|href)\s*=\s*["']|url\(\s*["']?|@import\s+["'])([^"'()\s]*)$/.exec(before)
  return asset === null ? undefined : { kind: 'asset', text: asset[1] ?? '' }
}

/** The lists whose rows are written at the end of this text: those of blocks that are open there, from outside in. */
export function openLists(text: string): readonly string[] {
  const open: { readonly name: string; readonly isList: boolean }[] = []
  for (const [, sign, name = '', rest = ''] of text.matchAll(/\{\{~?([#/])\s*([\w@./]+)([^}]*)\}\}/g)) {
    if (sign === '/') open.pop()
    else if (name === 'each') open.push({ name: rest.trim().split(/\s/)[0] ?? '', isList: true })
    else open.push({ name, isList: !['if', 'unless', 'with'].includes(name) })
  }
  return open.filter(({ isList }) => isList).map(({ name }) => name.replace(/^this\.|^\.\//, ''))
}

export type CssAround =
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'value'; readonly property: string; readonly text: string }

/** Of the text of a style sheet or a style attribute before a place: a name of a property, or a value. Undefined in selectors and at-rules. */
export function cssAroundOf(text: string, isAttribute: boolean): CssAround | undefined {
  const before = text.slice(-MOST_BEFORE).replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
  const start = Math.max(before.lastIndexOf('{'), before.lastIndexOf('}'), before.lastIndexOf(';'))
  const isInBlock = isAttribute || depthOf(text) > 0
  const statement = before.slice(start + 1)
  const value = /^\s*([\w-]+)\s*:\s*[^{}]*?([\w-]*)$/.exec(statement)
  if (value !== null && isInBlock) return { kind: 'value', property: value[1] ?? '', text: value[2] ?? '' }
  const name = /^\s*([\w-]*)$/.exec(statement)
  return name !== null && isInBlock ? { kind: 'name', text: name[1] ?? '' } : undefined
}

/** How many blocks are open at the end of a style sheet. Placeholders have braces of their own. */
function depthOf(text: string): number {
  let depth = 0
  for (const [brace] of text.replace(/\{\{[\s\S]*?\}\}|\/\*[\s\S]*?\*\/|"[^"\n]*"|'[^'\n]*'/g, '').matchAll(/[{}]/g))
    depth += brace === '{' ? 1 : -1
  return depth
}
