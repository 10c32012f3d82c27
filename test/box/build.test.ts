import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { boxText } from '../support/box-text.ts'
import { bodyText, build } from '../support/build.ts'
import { before, el, INITIAL, type Spec } from '../support/styled.ts'

const boxes = suite('box building')

boxes('a block with lines alone is a paragraph', () => {
  assert.is(bodyText(el('p', 'Hello ', el('em', 'world'), '!')), 'para(p "Hello " em< "world" > "!")')
})

boxes('lines between blocks get anonymous paragraphs', () => {
  assert.is(bodyText(el('div', 'one ', el('p', 'two'), ' three ')), 'block(div para(- "one") para(p "two") para(- "three"))')
})

boxes('white space between blocks makes nothing', () => {
  assert.is(bodyText(el('div', '\n  ', el('p', 'a'), '\n  ', el('p', 'b'), '\n')), 'block(div para(p "a") para(p "b"))')
})

boxes('a block inside an inline box splits it', () => {
  assert.is(
    bodyText(el('div', 'a ', el('b', 'b ', el('p', 'c'), ' d'), ' e')),
    'block(div para(- "a " b< "b" >) para(p "c") para(- b< "d" > " e"))',
  )
})

boxes('the pieces of a split inline box have edges only where it begins and ends', () => {
  const { root } = build([el('div', el('b', { paddingLeft: 3, paddingRight: 4 }, 'x', el('p', 'c'), 'y'))])
  const div = childAt(root.children.at(0)!, 0)
  const [first, last] = [childAt(div, 0), childAt(div, 2)]
  const edges = (box: unknown) => {
    const item = (box as { items: { style: { paddingLeft: number; paddingRight: number } }[] }).items[0]!
    return [item.style.paddingLeft, item.style.paddingRight]
  }
  assert.equal(edges(first), [3, 0])
  assert.equal(edges(last), [0, 4])
})

boxes('display none leaves nothing, display contents its children', () => {
  assert.is(
    bodyText(el('div', el('p', { display: 'none' }, 'x'), el('div', { display: 'contents' }, el('p', 'a'), 'b'))),
    'block(div para(p "a") para(- "b"))',
  )
})

boxes('list items are numbered from where the list says', () => {
  assert.is(
    bodyText(el('ol', { listStyleType: 'decimal', '@start': 3 }, el('li', 'a'), el('li', { '@value': 7 }, 'b'), el('li', 'c'))),
    'block(ol para(li [3. ] "a") para(li [7. ] "b") para(li [8. ] "c"))',
  )
})

boxes('a reversed list counts down to one', () => {
  assert.is(
    bodyText(el('ol', { listStyleType: 'decimal', '@reversed': '' }, el('li', 'a'), el('li', 'b'))),
    'block(ol para(li [2. ] "a") para(li [1. ] "b"))',
  )
})

boxes('a reversed list counts down when the sheet counts up, too', () => {
  const item = (text: string) => el('li', { counterIncrement: [{ name: 'list-item', value: 1 }] }, text)
  const style = { listStyleType: 'decimal', '@reversed': '', '@start': 9, counterReset: [{ name: 'list-item', value: 8 }] }
  assert.is(bodyText(el('ol', style, item('a'), item('b'))), 'block(ol para(li [9. ] "a") para(li [8. ] "b"))')
})

boxes('bullets are drawn in the measures of browsers', () => {
  const { root } = build([el('ul', el('li', { fontSize: 12 }, 'a'))])
  const li = childAt(childAt(root.children.at(0)!, 0), 0)
  assert.ok(li.kind === 'paragraph' && li.marker?.kind === 'image')
  // 16 px: ascent 14, two thirds 9; half of 9 + 1 wide and a pixel around: 5 + 2 = 7; 9 + 8 from edge to text
  assert.is(li.marker.image.width, 7)
  assert.is(li.marker.style.marginRight, (9 + 8 - 7) * 0.75)
  // top at 3 × (14 − 9) / 2 = 7 less the pixel: 6; bottom 6 + 7 = 13, one above the baseline at 14
  assert.is(li.marker.style.verticalAlign, 1 * 0.75)
})

boxes('nested lists count on their own', () => {
  assert.is(
    bodyText(el('ol', { listStyleType: 'lower-roman' }, el('li', 'a', el('ol', el('li', 'b'))), el('li', 'c'))),
    'block(ol block(li [i. ] para(- "a") block(ol para(li [i. ] "b"))) para(li [ii. ] "c"))',
  )
})

boxes('an inside marker is text, an empty item keeps its line', () => {
  assert.is(
    bodyText(el('ul', el('li', { listStylePosition: 'inside' }, ' a'), el('li'))),
    'block(ul para(li atomic:vector(-) "a") para(li [disc] "\\u200B"))',
  )
})

boxes('floats and positioned boxes stand in the line, or among blocks when there is none', () => {
  const float = el('span', { float: 'left', display: 'block' }, 'f')
  assert.is(bodyText(el('p', float, ' text')), 'para(p float:para(span "f") "text")')
  assert.is(bodyText(el('div', float, ' ', el('p', 'x'))), 'block(div para(span "f") para(p "x"))')
  assert.is(
    bodyText(el('p', 'a ', el('i', { position: 'absolute', display: 'block' }, 'b'), ' c')),
    'para(p "a " positioned:para(i "b") "c")',
  )
})

boxes('images are replaced; without one the alternative text stands', () => {
  assert.is(bodyText(el('p', el('img', { '@src': 'pixel' }))), 'para(p atomic:vector(img))')
  assert.is(bodyText(el('p', el('img', { '@src': 'none', '@alt': 'A  cat' }))), 'para(p atomic:para(img atomic:vector(img) "A cat"))')
  assert.is(bodyText(el('img', { '@src': 'none', display: 'block' })), 'vector(img)')
  assert.is(bodyText(el('img', { '@src': 'none', '@alt': '', display: 'block' })), 'missing(img)')
})

boxes('breaks end lines and their spaces', () => {
  assert.is(bodyText(el('p', 'a ', el('br'), ' b', el('wbr'), 'c')), 'para(p "a" br "b" "\\u200B" "c")')
})

boxes('flex items are blocks, bare text gets an anonymous one, white space none', () => {
  const flex = { display: 'flex' }
  assert.is(
    bodyText(el('div', flex, ' ', el('span', 'a'), ' text ', el('b', { position: 'absolute', display: 'block' }, 'c'), ' ')),
    'flex(div para(span "a") para(- "text") para(b "c"))',
  )
})

boxes('running elements leave the flow and mark what follows', () => {
  const running = el('div', { position: { kind: 'running', name: 'top' } }, 'Head')
  assert.is(bodyText(running, el('p', 'x')), 'para(p {running top para(div "Head")} "x")')
})

boxes('marks: anchors, strings, bookmarks', () => {
  const stringSet = [{ name: 'chapter', content: [{ kind: 'content', part: 'text' }] }]
  assert.is(
    bodyText(el('h1', { '@id': 'one', bookmarkLevel: 1, stringSet }, ' The  ', el('em', 'first'))),
    'para(h1 {#one chapter=The first h1 The first} "The " em< "first" >)',
  )
  assert.is(bodyText(el('p', 'a', el('a', { '@name': 'x' }, 'b'))), 'para(p "a" a {#x}< "b" >)')
  assert.is(bodyText(el('a', { '@name': 'x' }), el('p', 'b')), 'para(p {#x} "b")')
  assert.is(bodyText(el('p', 'b'), el('a', { '@name': 'x' })), 'para(p "b") block(- {#x})')
})

boxes('counters and quotes become text, page numbers wait for pages', () => {
  const counter = (name: string, separator?: string) => ({ kind: 'counter', name, separator, style: 'decimal' }) as const
  const section = { counterIncrement: [{ name: 's', value: 1 }] }
  const item = (...children: Parameters<typeof el>[1][]) =>
    el('p', section, before([counter('s', '.'), { kind: 'text', text: ' ' }]), ...children)
  assert.is(
    bodyText(el('div', { counterReset: [{ name: 's', value: 0 }] }, item('a'), item('b'))),
    'block(div para(p ::before< "1 " > "a") para(p ::before< "2 " > "b"))',
  )
  const quote = (kind: 'open-quote' | 'close-quote') => ({ kind: 'quote', quote: kind }) as const
  assert.is(
    bodyText(el('p', { language: 'de' }, before([quote('open-quote'), quote('open-quote'), quote('close-quote'), quote('close-quote')]))),
    'para(p ::before< "„‚‘“" >)',
  )
  assert.is(bodyText(el('p', before([counter('page')]))), 'para(p ::before< #counter >)')
})

boxes('links lead only where they may', () => {
  const { reporter } = build([el('a', { '@href': ' java\nscript:alert(1)' }, 'x'), el('a', { '@href': 'https://a.example/' }, 'y')])
  assert.equal(
    reporter.all.map((d) => d.code),
    ['blocked-url'],
  )
})

boxes('the origin has the nearest link and a path', () => {
  const { root } = build([el('p', 'a'), el('p', el('a', { '@href': '#x' }, el('b', 'c')))])
  const body = root.children.at(0)!
  const p = childAt(body, 1)
  const open = p.kind === 'paragraph' ? p.items.find((item) => item.kind === 'open' && item.origin.tag === 'b') : undefined
  assert.ok(open?.kind === 'open')
  assert.is(open.origin.link, '#x')
  assert.is(open.origin.path, 'html>body>p:nth-child(2)>a:nth-child(1)>b:nth-child(1)')
})

boxes('a first letter is split off with its punctuation', () => {
  const p = { ...el('p', '“Once', ' upon'), extra: { firstLetterStyle: INITIAL, firstLineStyle: INITIAL } }
  assert.is(bodyText(p), 'para(p p< "“O" > "nce upon")')
  assert.is(
    bodyText({ ...el('div', el('p', 'ab'), el('p', 'cd')), extra: { firstLetterStyle: INITIAL } }),
    'block(div para(p p< "a" > "b") para(p "cd"))',
  )
})

boxes('a first letter comes after an inside marker', () => {
  const li = { ...el('li', { listStylePosition: 'inside' }, 'ab'), extra: { firstLetterStyle: INITIAL } }
  assert.is(bodyText(el('ul', li)), 'block(ul para(li atomic:vector(-) li< "a" > "b"))')
})

boxes('what generates no box changes no counter', () => {
  const set = (value: number): Record<string, unknown> => ({ display: 'contents', counterSet: [{ name: 'x', value }] })
  const number = before([{ kind: 'counter', name: 'x', separator: undefined, style: 'decimal' }])
  assert.is(bodyText(el('p', el('b', set(6)), number)), 'para(p ::before< "0" >)')
})

boxes('decorations of blocks reach the paragraphs inside', () => {
  const textDecorationLine = { underline: true, overline: false, lineThrough: false, error: 'none' as const }
  assert.is(bodyText(el('div', { textDecorationLine }, el('p', 'a'), 'b')), 'block(div para(p p< "a" >) para(- div< "b" >))')
})

boxes('footnotes leave a number behind', () => {
  assert.is(
    bodyText(el('p', 'a', el('span', { float: 'footnote', display: 'block' }, 'note'), ' b')),
    'para(p "a" ::footnote-call< "1" > {footnote para(span "1. " "note")} " b")',
  )
  const note = (text: string) => el('p', el('span', { float: 'footnote', display: 'block' }, text))
  assert.is(
    bodyText(note('a'), note('b')),
    'para(p ::footnote-call< "1" > {footnote para(span "1. " "a")}) para(p ::footnote-call< "2" > {footnote para(span "2. " "b")})',
  )
})

boxes('an inline drawing says everything in attributes, and borrows what it uses', () => {
  const sheet = el('svg', { display: 'none' }, el('symbol', { '@id': 'dot' }, el('path', { '@d': 'M0 0' })))
  for (const [before, after] of [
    [sheet, ''],
    ['', el('div', { display: 'none' }, sheet)],
  ] as const)
    borrows(before, after)
})

function borrows(before: Spec | string, after: Spec | string): void {
  const { root } = build([before, el('svg', { '@viewBox': '0 0 20 10' }, el('use', { '@href': '#dot' })), after])
  const body = root.children.at(0)!
  const para = body.kind === 'paragraph' ? body : childAt(body, 0)
  const atomic = para.kind === 'paragraph' ? para.items[0] : undefined
  assert.ok(atomic?.kind === 'atomic' && atomic.box.kind === 'replaced' && atomic.box.image?.kind === 'vector')
  const { image } = atomic.box
  assert.is(image.ratio, 20 / 10)
  const [definitions] = image.root.children
  assert.ok(typeof definitions === 'object')
  assert.is(definitions.tag, 'defs')
}

boxes('too deep and too many are coded errors', () => {
  let deep = el('p', 'x')
  for (let i = 0; i < 40; i++) deep = el('div', deep)
  assert.throws(() => build([deep], { limits: { depth: 30 } }), /30 deep/)
  assert.throws(() => build([el('p', ...Array.from({ length: 30 }, () => el('b', 'x')))], { limits: { nodes: 20 } }), /20 nodes/)
})

function childAt(box: ReturnType<typeof build>['root'] | Parameters<typeof boxText>[0], index: number): Parameters<typeof boxText>[0] {
  if (box.kind !== 'block') throw new Error(`${box.kind} has no children`)
  return box.children.at(index)!
}

boxes.run()
