import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Box } from '../../engine/box/box.ts'
import { buildMarginBox } from '../../engine/box/margin-box.ts'
import type { PageContext } from '../../engine/box/page-context.ts'
import { itemsOf } from '../../engine/collections/sequence.ts'
import { decimalText, ZERO } from '../../engine/decimal.ts'
import type { ContentItem } from '../../engine/style/value.ts'
import { boxText } from '../support/box-text.ts'
import { build } from '../support/build.ts'
import { before, el, INITIAL } from '../support/styled.ts'

const margin = suite('margin boxes')

const counter = (name: string, style = 'decimal'): ContentItem => ({ kind: 'counter', name, separator: undefined, style })
const text = (value: string): ContentItem => ({ kind: 'text', text: value })

function page(number: number, running?: Box): PageContext {
  return {
    page: number,
    pages: 12,
    counter: () => 0,
    isFirst: false,
    isLast: false,
    string: (name, position) => `${name} ${position}`,
    running: () => running,
    noteNumber: () => 0,
    pageOf: (id) => (id === 'x' ? 7 : undefined),
    sums: { pagesum: () => ZERO, carry: () => ZERO },
    formatSum: (value) => decimalText(value),
    image: () => undefined,
    counterStyles: new Map(),
    initial: INITIAL,
  }
}

margin('page numbers, strings and targets are text', () => {
  const items: ContentItem[] = [
    text('Page '),
    counter('page', 'upper-roman'),
    text(' of '),
    counter('pages'),
    text(' — '),
    { kind: 'string', name: 'chapter', position: 'first' },
    { kind: 'target-counter', url: '#x', name: 'page', separator: undefined, style: 'decimal' },
  ]
  assert.is(boxText(buildMarginBox(items, INITIAL, page(4))), 'para(@page "Page IV of 12 — chapter first7")')
})

function runningBox(...children: Parameters<typeof el>[1][]): Box {
  const { root } = build([el('div', { position: { kind: 'running', name: 'top' } }, ...children), el('p', 'x')])
  const body = root.children.at(0)
  const [p] = body?.kind === 'block' ? [...itemsOf(body.children)] : []
  const mark = p?.marks[0]
  if (mark?.kind !== 'running') throw new Error('nothing runs')
  return mark.box
}

margin('a running element shows the numbers of its page', () => {
  const box = runningBox(el('p', 'Page ', el('b', before([counter('page')]))))
  const items: ContentItem[] = [{ kind: 'element', name: 'top', position: 'first' }]
  const shown = (number: number): string => boxText(buildMarginBox(items, INITIAL, page(number, box)))
  assert.is(shown(1), 'block(@page block(div para(p "Page " b< ::before< "1" > >)))')
  assert.is(shown(2), 'block(@page block(div para(p "Page " b< ::before< "2" > >)))')
})

margin('a running element without numbers is the same object on every page', () => {
  const box = runningBox('Head')
  const made = buildMarginBox([{ kind: 'element', name: 'top', position: 'first' }], INITIAL, page(1, box))
  assert.ok(made.kind === 'block' && made.children.at(0) === box)
})

margin.run()
