// Help at the pointer: the signature of a helper, and what a CSS property takes, from the engine's tables.
import { hoverTooltip, type Tooltip } from '@codemirror/view'
import { t } from '../../text/text.ts'
import { cssBefore, type Known } from './completion.ts'
import { aroundOf, cssAroundOf } from './context.ts'
import type { CssProperty, HelperHelp } from './language.data.ts'

const MS_TO_WAIT = 350

export const helpOn = ({ language }: Pick<Known, 'language'>) =>
  hoverTooltip(
    async (view, pos): Promise<Tooltip | null> => {
      const { state } = view
      const line = state.doc.lineAt(pos)
      const [from, to] = wordAt(line.text, pos - line.from)
      const word = line.text.slice(from, to)
      if (word === '') return null
      const around = aroundOf(state.sliceDoc(Math.max(0, pos - 400), line.from + from))
      const { helpers, properties } = await language()
      const helper =
        around?.kind === 'placeholder' && /(?:^|\()\s*#?$/.test(around.text) ? helpers.find(({ name }) => name === word) : undefined
      const css = around === undefined && helper === undefined ? cssBefore(state, line.from + to) : undefined
      const isName = css !== undefined && cssAroundOf(css.text, css.isAttribute)?.kind === 'name'
      const property = isName ? properties.find(({ name }) => name === word) : undefined
      if (helper === undefined && property === undefined) return null
      return {
        ...{ pos: line.from + from, end: line.from + to, above: true },
        create: () => ({ dom: helper === undefined ? describeProperty(property!) : describeHelper(helper) }),
      }
    },
    { hoverTime: MS_TO_WAIT },
  )

function wordAt(text: string, at: number): readonly [from: number, to: number] {
  let [from, to] = [at, at]
  while (from > 0 && /[\w-]/.test(text[from - 1] ?? '')) from--
  while (to < text.length && /[\w-]/.test(text[to] ?? '')) to++
  return [from, to]
}

function describeHelper({ signature, about = '', example = '' }: HelperHelp): HTMLElement {
  return helpOf(`{{${signature}}}`, [about, example])
}

function describeProperty({ name, syntax, initial, isInherited }: CssProperty): HTMLElement {
  const notes = initial === undefined ? [] : [t('initialValue', { value: initial }), isInherited === true ? t('inherited') : '']
  return helpOf(`${name}: ${syntax}`, notes)
}

function helpOf(title: string, lines: readonly string[]): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'code-help'
  const code = document.createElement('code')
  code.textContent = title
  dom.append(code)
  for (const line of lines.filter((text) => text !== '')) {
    const text = document.createElement('p')
    text.textContent = line
    dom.append(text)
  }
  return dom
}
