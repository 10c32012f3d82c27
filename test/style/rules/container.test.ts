import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { PX } from '../../../engine/geometry.ts'
import { CustomValues } from '../../../engine/style/custom-values.ts'
import {
  type ContainerCondition,
  containerMatches,
  parseContainerCondition,
  type QueriedContainer,
} from '../../../engine/style/rules/container.ts'
import { neutralEnvironment } from '../../../engine/style/rules/declarations.ts'
import { parseComponents } from '../../../engine/style/syntax/tokens.ts'

const container = suite('@container')

const parse = (text: string): ContainerCondition | undefined => parseContainerCondition(parseComponents(text), text)

/** 400 × 200 CSS pixels, of letters of 16 pixels. */
const WIDE: QueriedContainer = {
  width: 400 * PX,
  height: 200 * PX,
  isVertical: false,
  custom: new CustomValues(
    new Map([
      ['--x', '1'],
      ['--list', 'a  b'],
      ['--empty', ''],
      ['--length', '1in'],
      ['--default', '3px'],
    ]),
  ),
  environment: neutralEnvironment(false),
  registered: new Map(
    [
      { name: '--length', syntax: '<length>', isInherited: true, initial: '0px' },
      { name: '--default', syntax: '<length>', isInherited: true, initial: '3px' },
    ].map((property) => [property.name, property]),
  ),
}

/** `none`: no container would be chosen. */
function holds(text: string, change: Partial<QueriedContainer> = {}): boolean | 'none' {
  const query = parse(text)?.queries[0]
  if (query === undefined) throw new Error(`invalid: ${text}`)
  return query.isKnown ? containerMatches(query, { ...WIDE, ...change }) : 'none'
}

container('queries have a name, a condition, or both', () => {
  const names = (text: string): unknown => parse(text)?.queries.map(({ name, axes }) => [name, ...axes])
  assert.equal(names('card (width > 1px)'), [['card', 'width']])
  assert.equal(names('(min-height: 1px) and (inline-size > 1px)'), [[undefined, 'height', 'inline']])
  assert.equal(names('not ((block-size: 1px) or style(--width))'), [[undefined, 'block']])
  assert.equal(names('(max-aspect-ratio: 1)'), [[undefined, 'inline', 'block']])
  assert.equal(names('card, side (orientation: portrait)'), [['card'], ['side', 'inline', 'block']])
})

container('rules with another condition are invalid', () => {
  for (const text of [
    '',
    'and',
    'none (width)',
    'width > 1px',
    '(width) (height)',
    '(width) and (height) or (width)',
    'not (width) and (height)',
  ])
    assert.is(parse(text), undefined, text)
  for (const text of ['a b (width)', '(width) and', '(width),']) assert.is(parse(text), undefined, text)
})

container('size features', () => {
  for (const text of ['(width)', '(width: 400px)', '(min-width: 400px)', '(300px < width <= 25em)', '(width >= calc(100px * 4))'])
    assert.is(holds(text), true, text)
  for (const text of ['(width > 400px)', '(max-width: 399px)', '(500px < inline-size)', '(min(1px, 2px) > width)', '(block-size < 12rem)'])
    assert.is(holds(text), false, text)
  for (const text of ['(aspect-ratio: 2/1)', '(min-aspect-ratio: 2)', '(orientation: landscape)', '(orientation)', '(aspect-ratio < 2.1)'])
    assert.is(holds(text), true, text)
  assert.is(holds('(orientation: portrait)'), false)
  assert.is(holds('(inline-size: 200px) and (block-size: 400px)', { isVertical: true }), true)
})

container('without a size nothing is known, not even the opposite', () => {
  const unknown = { width: undefined, height: undefined }
  for (const text of ['(width)', 'not (width)', '(width > 0px)', 'not (width > 0px)', '(aspect-ratio)', 'not (orientation: portrait)'])
    assert.is(holds(text, unknown), false, text)
  assert.is(holds('(width > 0px) or style(--x)', unknown), true)
})

container('no container is chosen for unknown features', () => {
  for (const text of [
    '(colour)',
    '(width) or (colour: red)',
    'not (width: red)',
    '(1px < width > 2px)',
    'style(color: red)',
    'not hover()',
  ])
    assert.is(holds(text), 'none', text)
})

container('style queries compare custom properties', () => {
  for (const text of ['style(--x)', 'style(--x: 1)', 'style(--x:1 )', 'style(--list: a  b)', 'style(--empty)', 'style(--x: var(--x))'])
    assert.is(holds(text), true, text)
  for (const text of ['style(--none)', 'style(--x: 2)', 'style(--list: a b)', 'style(--none: var(--none))', 'style(--x: initial)'])
    assert.is(holds(text), false, text)
  assert.is(holds('style((--x: 1) and (not (--none)))'), true)
  assert.is(holds('style(--none: initial) and (width)'), true)
})

container('style queries compare quantities', () => {
  for (const text of ['style(--x > 0)', 'style(--x = 1)', 'style(0.5 < --x <= 1)', 'style(--length > 90px)', 'style(--default < --length)'])
    assert.is(holds(text), true, text)
  for (const text of ['style(--x > 1)', 'style(--x < 2px)', 'style(--none > 0)', 'style(2 > --x > 1)', 'style((--x > 2) or (--x < 1))'])
    assert.is(holds(text), false, text)
  assert.is(holds('style(--length >= calc(1in - 1px))'), true)
})

container('values of registered properties are compared as computed', () => {
  assert.is(holds('style(--length: 96px)'), true)
  assert.is(holds('style(--length: 95px)'), false)
  assert.is(holds('style(--default)'), false)
  assert.is(holds('style(--length)'), true)
})

container.run()
