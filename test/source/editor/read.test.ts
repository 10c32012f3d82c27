// What real editors write: names of other editors, misplaced nodes, split placeholders, BlockNote's blocks.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DiagnosticList, describe } from '../../../engine/diagnostic.ts'
import { DEFAULT_LIMITS } from '../../../engine/limits.ts'
import { parseEditor } from '../../../engine/source/editor/editor.ts'
import { sourceText } from '../../support/source-text.ts'

type Json = Record<string, unknown>

function read(source: unknown): { readonly body: string; readonly warnings: readonly string[] } {
  const reporter = new DiagnosticList()
  const document = parseEditor(source as object, { reporter, limits: DEFAULT_LIMITS })
  const element = document.root.children[1]
  const body = element?.kind === 'element' ? sourceText(element.children).replaceAll(/<\/(?:br|img|input|hr)>/g, '') : ''
  return { body, warnings: reporter.all.map((problem) => `${problem.severity} ${problem.code} ${describe(problem)}`) }
}

/** The body of a document without warnings. */
function body(...content: readonly unknown[]): string {
  const result = read({ type: 'doc', content })
  assert.equal(result.warnings, [])
  return result.body
}

const text = (value: string, ...marks: (string | Json)[]): Json => ({
  type: 'text',
  text: value,
  ...(marks.length === 0 ? {} : { marks: marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark)) }),
})
const node = (type: string, attrs: Json | null, ...content: readonly Json[]): Json => ({
  type,
  attrs,
  ...(content.length === 0 ? {} : { content }),
})
const p = (...content: readonly Json[]): Json => node('paragraph', null, ...content)
const line = (...content: readonly Json[]): string => body(p(...content)).replace(/^<p>|<\/p>$/g, '')

const names = suite('names of other editors')

names("ProseMirror's names are read as TipTap's", () => {
  assert.is(
    body(
      node('bullet_list', null, node('list_item', null, p(text('a', 'strong'), node('hard_break', null), text('b', 'em')))),
      node('ordered_list', { order: 4 }, node('list_item', null, p(text('c')))),
      node('code_block', { params: 'js' }, text('d')),
      node('horizontal_rule', null),
      node(
        'table',
        null,
        node('table_row', null, node('table_header', null, p(text('e'))), node('table_cell', { background: '#eee' }, p(text('f')))),
      ),
    ),
    '<ul><li><p><strong>a</strong><br><em>b</em></p></li></ul><ol start="4"><li><p>c</p></li></ol><pre><code>d</code></pre><hr>' +
      '<table class="platen-table"><tbody><tr><th><p>e</p></th><td style="background-color: #eee"><p>f</p></td></tr></tbody></table>',
  )
})

names('marks of other names', () => {
  assert.is(line(text('a', 'strikethrough')), '<s>a</s>')
  assert.is(line(text('a', { type: 'textColor', attrs: { color: 'red' } })), '<span style="color: red">a</span>')
  assert.is(line(text('a', { type: 'fontSize', attrs: { fontSize: '12pt' } })), '<span style="font-size: 12pt">a</span>')
  assert.is(line(text('a', { type: 'subsup', attrs: { type: 'sup' } })), '<sup>a</sup>')
  assert.is(line(text('a', { type: 'comment', attrs: { id: 1 } })), 'a')
  assert.is(line(text('a', { type: 'link', attrs: { href: null } })), 'a')
})

names('the state of an editor, and a list of nodes, are documents', () => {
  assert.is(read({ doc: { type: 'doc', content: [p(text('a'))] }, selection: {} }).body, '<p>a</p>')
  assert.is(read([p(text('a'))]).body, '<p>a</p>')
  assert.is(read({ type: 'doc', content: [] }).body, '')
})

const unknown = suite('unknown nodes')

unknown('the content is printed, and a leaf is a box with its name', () => {
  const { body, warnings } = read({
    type: 'doc',
    content: [
      node('mystery', null, text('line')),
      node('mystery', null, p(text('block'))),
      node('chart', { title: 'Sales' }),
      p(text('a '), node('chip', { label: 'x' }), text(' b', 'sparkle')),
    ],
  })
  assert.is(
    body,
    '<p>line</p><p>block</p><div class="platen-block-unknown"><span class="platen-unknown">chart: Sales</span></div>' +
      '<p>a <span class="platen-unknown">chip: x</span> b</p>',
  )
  assert.equal(
    warnings.map((warning) => warning.split(': ')[0]),
    [
      'warning unknown-node /content/0/type',
      'warning unknown-node /content/1/type',
      'warning unknown-node /content/2/type',
      'warning unknown-node /content/3/content/1/type',
      'warning unknown-node /content/3/content/2/marks/0/type',
    ],
  )
})

unknown('unknown nodes side by side stay apart, and keep blocks around them', () => {
  assert.is(read({ type: 'doc', content: [node('x', null, text('a')), node('x', null, text('b'))] }).body, '<p>a</p><p>b</p>')
  assert.is(
    read({ type: 'doc', content: [node('x', null, p(text('{{#if a}}')), p(text('b')), p(text('{{/if}}')))] }).body,
    '{{#if a}}<p>b</p>{{/if}}',
  )
})

unknown('names of JavaScript are names', () => {
  for (const type of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    const source = JSON.parse(
      `{"type":"doc","content":[{"type":"${type}"},{"type":"paragraph","content":[{"type":"text","text":"a","marks":[{"type":"${type}"}]}]}]}`,
    )
    assert.is(read(source).body, `<div class="platen-block-unknown"><span class="platen-unknown">${type}</span></div><p>a</p>`)
  }
})

const placement = suite('placement')

placement('text between blocks becomes a paragraph', () => {
  assert.is(body(text('a'), text('b', 'bold'), p(text('c'))), '<p>a<strong>b</strong></p><p>c</p>')
  assert.is(body(node('listItem', null, text('a'))), '<ul><li><p>a</p></li></ul>')
  assert.is(
    body(node('table', null, node('tableRow', null, node('tableCell', null, text('a'))))),
    '<table class="platen-table"><tbody><tr><td><p>a</p></td></tr></tbody></table>',
  )
})

placement('items, rows and columns get the list, table or row they lack', () => {
  assert.is(body(node('taskItem', null, p(text('a'))), node('taskItem', null, p(text('b')))).match(/<ul/g)?.length, 1)
  assert.is(body(node('tableCell', null, p(text('a')))), '<table class="platen-table"><tbody><tr><td><p>a</p></td></tr></tbody></table>')
  assert.is(
    body(node('bulletList', null, p(text('a')), node('bulletList', null, node('listItem', null, p(text('b')))))),
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>',
  )
})

placement('a block in a paragraph parts it', () => {
  assert.is(body(p(text('a'), node('codeBlock', null, text('b')), text('c'))), '<p>a</p><pre><code>b</code></pre><p>c</p>')
})

placement('heads and bodies of tables', () => {
  const row = (value: string): Json => node('tableRow', null, node('tableCell', null, p(text(value))))
  assert.is(
    body(node('table', null, node('tableHead', null, row('a')), node('tableBody', null, row('b')))),
    '<table class="platen-table"><thead><tr><th><p>a</p></th></tr></thead><tbody><tr><td><p>b</p></td></tr></tbody></table>',
  )
})

const split = suite('split placeholders')

split('a placeholder parted by marks is one, formatted as its name begins', () => {
  assert.is(line(text('a {{cust'), text('omer}}', 'bold'), text(' b')), 'a {{customer}} b')
  assert.is(line(text('{{'), text('name', 'bold'), text('}}!')), '<strong>{{name}}</strong>!')
  assert.is(line(text('{'), text('{name}}', 'italic')), '<em>{{name}}</em>')
  assert.is(line(text('{{#i'), text('f a}}', 'bold'), text('x'), text('{{/if', 'code'), text('}}')), '{{#if a}}x{{/if}}')
  assert.is(line(text('{{a}}'), text('{{b', 'bold'), text('}}')), '{{a}}<strong>{{b}}</strong>')
})

split('only formatting may lie between', () => {
  const { warnings } = read({ type: 'doc', content: [p(text('{{a'), node('hardBreak', null), text('b}}'))] })
  assert.ok(warnings.some((warning) => warning.startsWith('error template-syntax /content/0/content/0/text')))
})

split('text without placeholders is not touched', () => {
  assert.is(line(text('a { b'), text(' } c', 'bold')), 'a { b<strong> } c</strong>')
})

const nodes = suite('nodes of real editors')

nodes('tasks', () => {
  assert.is(
    body(node('taskList', null, node('taskItem', { checked: true }, p(text('a'))), node('taskItem', { checked: false }, p(text('b'))))),
    '<ul class="platen-tasks"><li class="platen-task"><input type="checkbox" checked=""><div><p>a</p></div></li>' +
      '<li class="platen-task"><input type="checkbox"><div><p>b</p></div></li></ul>',
  )
})

nodes('mentions and emoji', () => {
  assert.is(line(node('mention', { id: 'ada', label: 'Ada {{x}}' })), '<span class="platen-mention">@Ada {{x}}</span>')
  assert.is(
    line(node('mention', { id: 'Winona Ryder', label: null, mentionSuggestionChar: '#' })),
    '<span class="platen-mention">#Winona Ryder</span>',
  )
  assert.is(line(node('emoji', { name: 'smile' })), '😄')
  assert.is(line(node('emoji', { name: 'nonesuch' })), ':nonesuch:')
})

nodes('details are open', () => {
  assert.is(
    body(node('details', { open: false }, node('detailsSummary', null, text('a')), node('detailsContent', null, p(text('b'))))),
    '<details class="platen-details" open=""><summary>a</summary><div class="platen-details-content"><p>b</p></div></details>',
  )
})

nodes('formulas are MathML with their LaTeX, in which braces are no placeholders', () => {
  const { body, warnings } = read({
    type: 'doc',
    content: [p(node('inlineMath', { latex: 'x^{{2}}' })), node('blockMath', { latex: '\\pi' })],
  })
  assert.is(
    body,
    '<p><math class="platen-math" data-latex="x^{{2}}"><semantics><msup><mi>x</mi><mn>2</mn></msup>' +
      '<annotation encoding="application/x-tex">x^{{2}}</annotation></semantics></math></p>' +
      '<div class="platen-block-blockMath"><math class="platen-math" display="block" data-latex="\\pi"><semantics><mi>π</mi>' +
      '<annotation encoding="application/x-tex">\\pi</annotation></semantics></math></div>',
  )
  assert.equal(warnings, [])
})

nodes('films and sounds are links', () => {
  assert.is(
    body(node('youtube', { src: 'https://www.youtube.com/watch?v=1' })),
    '<div class="platen-block-youtube"><a class="platen-media" href="https://www.youtube.com/watch?v=1">► youtube.com/watch?v=1</a></div>',
  )
  assert.is(
    body(node('audio', { src: 'a.mp3', title: 'T' })),
    '<div class="platen-block-audio"><a class="platen-media" href="a.mp3">► T</a></div>',
  )
  assert.is(
    body(node('video', { src: 'data:video/mp4;base64,AA' })),
    '<div class="platen-block-video"><span class="platen-media">► video</span></div>',
  )
  assert.is(body(node('video', { src: null })), '<div class="platen-block-unknown"><span class="platen-unknown">video</span></div>')
})

nodes('figures, callouts, footnotes', () => {
  assert.is(
    body(node('figure', { src: 'a.png', alt: 'A' }, text('Cap'))),
    '<figure><div class="platen-figure"><img src="a.png" alt="A"></div><p>Cap</p></figure>'.replace(
      '<p>Cap</p>',
      '<figcaption>Cap</figcaption>',
    ),
  )
  assert.is(
    body(node('callout', { type: 'warning', title: 'T' }, p(text('a')))),
    '<div class="platen-callout" style="background-color: #fdf6e3; border-color: #d99a1c"><div class="platen-callout-body"><p class="platen-callout-title">T</p><p>a</p></div></div>',
  )
  assert.is(line(text('a'), node('footnote', null, text('note'))), 'a<span class="platen-footnote">note</span>')
})

nodes('footnotes kept in a list come to their references', () => {
  assert.is(
    body(
      p(text('a'), node('footnoteReference', { 'data-id': 'x', referenceNumber: 1 })),
      node(
        'footnotes',
        null,
        node('footnote', { 'data-id': 'x' }, p(text('note'))),
        node('footnote', { 'data-id': 'y' }, p(text('spare'))),
      ),
    ),
    '<p>a<span class="platen-footnote">note</span></p><ol><li><p>spare</p></li></ol>',
  )
})

nodes('direction, language and colours on any block', () => {
  assert.is(body(node('paragraph', { dir: 'rtl', lang: 'ar' }, text('a'))), '<p dir="rtl" lang="ar">a</p>')
  assert.is(body(node('bulletList', { dir: 'auto' }, node('listItem', null, p(text('a'))))), '<ul dir="auto"><li><p>a</p></li></ul>')
  assert.is(
    body(node('paragraph', { textAlign: 'right', backgroundColor: '#eee', color: null }, text('a'))),
    '<p style="text-align: right; background-color: #eee">a</p>',
  )
})

nodes("variables of an editor's style sheet have a colour", () => {
  const highlight = (color: string): string =>
    line(text('a', { type: 'highlight', attrs: { color } })).replace(/.*"background-color: (.*)".*/, '$1')
  assert.is(highlight('var(--tt-color-highlight-green)'), 'var(--tt-color-highlight-green, #ddedea)')
  assert.is(highlight('var(--mark)'), 'var(--mark, #fff2a8)')
  assert.is(highlight('var(--mark, red)'), 'var(--mark, red)')
})

nodes('a table of contents lists headings under the conditions and repeats they are under', () => {
  const heading = (value: string): Json => node('heading', { level: 1 }, text(value))
  const entry = (id: string): string => `<p class="platen-contents-1"><a href="#${id}"></a></p>`
  assert.is(
    body(
      node('tableOfContents', null),
      heading('a'),
      node('repeat', { items: 'parts' }, heading('b')),
      node('condition', { if: 'c' }, heading('c'), node('heading', { level: 4 }, text('deep'))),
    ),
    `<nav class="platen-contents" data-levels="3">${entry('platen-heading-1')}{{#each parts}}${entry('platen-heading-2-{{@index}}')}{{/each}}{{#if c}}${entry('platen-heading-3')}{{/if}}</nav>` +
      '<h1 id="platen-heading-1">a</h1>{{#each parts}}<h1 id="platen-heading-2-{{@index}}">b</h1>{{/each}}{{#if c}}<h1 id="platen-heading-3">c</h1><h4 id="platen-heading-4">deep</h4>{{/if}}',
  )
})

const blocknote = suite('BlockNote')

const block = (type: string, content: unknown, props: Json = {}, children: readonly Json[] = []): Json => ({
  id: '1',
  type,
  props,
  content,
  children,
})
const styled = (value: string, styles: Json = {}): Json => ({ type: 'text', text: value, styles })

blocknote('items become lists, children are nested', () => {
  assert.is(
    read([
      block('bulletListItem', [styled('a')], {}, [block('numberedListItem', 'b')]),
      block('bulletListItem', [styled('c')]),
      block('numberedListItem', [styled('d')], { start: 3 }),
      block('checkListItem', [styled('e')], { checked: true }),
      block('paragraph', 'f', {}, [block('paragraph', 'g')]),
      block('toggleListItem', 'h', {}, [block('paragraph', 'i')]),
    ]).body,
    '<ul><li><p>a</p><ol><li><p>b</p></li></ol></li><li><p>c</p></li></ul><ol start="3"><li><p>d</p></li></ol>' +
      '<ul class="platen-tasks"><li class="platen-task"><input type="checkbox" checked=""><div><p>e</p></div></li></ul>' +
      '<p>f</p><div class="platen-section" style="padding: 0 0 0 1.5em"><p>g</p></div>' +
      '<details class="platen-details" open=""><summary>h</summary><div class="platen-details-content"><p>i</p></div></details>',
  )
})

blocknote('styles, links and colours', () => {
  assert.is(
    read({
      blocks: [
        block(
          'heading',
          [styled('a', { bold: true, textColor: 'red' }), { type: 'link', href: 'https://x.example', content: [styled('b')] }],
          { level: 2, textAlignment: 'center' },
        ),
      ],
    }).body,
    '<h2 style="text-align: center"><strong><span style="color: #e03e3e">a</span></strong><a href="https://x.example">b</a></h2>',
  )
})

blocknote('tables', () => {
  const content = {
    type: 'tableContent',
    columnWidths: [100, 300],
    headerRows: 1,
    rows: [
      { cells: [[styled('a')], 'b'] },
      { cells: [{ type: 'tableCell', content: [styled('c')], props: { colspan: 2, backgroundColor: 'blue' } }] },
    ],
  }
  assert.is(
    read([block('table', content)]).body,
    '<table class="platen-table"><colgroup><col style="width: 25%"></col><col style="width: 75%"></col></colgroup><thead><tr><th><p>a</p></th><th><p>b</p></th></tr></thead>' +
      '<tbody><tr><td colspan="2" style="background-color: #ddebf1"><p>c</p></td></tr></tbody></table>',
  )
})

blocknote('pictures, files, columns, unknown blocks', () => {
  const { body, warnings } = read([
    block('image', undefined, { url: 'a.png', caption: 'Cap', previewWidth: 200, name: 'a' }),
    block('file', undefined, { url: 'https://x.example/r.pdf', name: 'r.pdf', caption: '' }),
    block('columnList', undefined, {}, [block('column', undefined, { width: 0.5 }, [block('paragraph', 'a')])]),
    block('divider', undefined),
    block('poll', [styled('text')], {}, [block('paragraph', 'child')]),
  ])
  assert.is(
    body,
    '<figure><div class="platen-figure"><img src="a.png" alt="a" style="width: 200px"></div><figcaption>Cap</figcaption></figure>' +
      '<div class="platen-block-file"><a class="platen-media" href="https://x.example/r.pdf">r.pdf</a></div>' +
      '<div class="platen-columns"><div class="platen-column" style="flex: 0.5 1 0"><p>a</p></div></div><hr>' +
      '<p>text</p><div class="platen-section" style="padding: 0 0 0 1.5em"><p>child</p></div>',
  )
  assert.equal(warnings, ['warning unknown-node /4/type: unknown node type "poll": its content is printed'])
})

blocknote('its own ProseMirror document is read too', () => {
  const container = (content: Json, ...children: readonly Json[]): Json =>
    node('blockContainer', { id: '1' }, content, ...(children.length === 0 ? [] : [node('blockGroup', null, ...children)]))
  assert.is(
    body(node('blockGroup', null, container(node('bulletListItem', null, text('a')), container(p(text('b')))))),
    '<ul><li><p>a</p><p>b</p></li></ul>',
  )
})

for (const tests of [names, unknown, placement, split, nodes, blocknote]) tests.run()
