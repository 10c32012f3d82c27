import { readFileSync, writeFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Diagnostic, DiagnosticList, describe } from '../../../engine/diagnostic.ts'
import { DEFAULT_LIMITS, type Limits } from '../../../engine/limits.ts'
import { parseEditor } from '../../../engine/source/editor/editor.ts'
import { EDITOR_SCHEMA } from '../../../engine/source/editor/schema.data.ts'
import { checkJson } from '../../../engine/source/json-syntax.ts'
import { editorValidatorText } from '../../support/build/build-editor-validator.ts'

const check = suite('editor check')

function errors(source: unknown, limits: Partial<Limits> = {}): string[] {
  const reporter = new DiagnosticList()
  parseEditor(source as object, { reporter, limits: { ...DEFAULT_LIMITS, ...limits } })
  return reporter.all.map((diagnostic) => `${diagnostic.code} ${describe(diagnostic)}`)
}

function all(source: unknown, strict = false): readonly Diagnostic[] {
  const reporter = new DiagnosticList()
  parseEditor(source as object, { reporter, limits: DEFAULT_LIMITS, strict })
  return reporter.all
}
const severities = (source: unknown, strict = false): string[] => all(source, strict).map(({ severity }) => severity)
const doc = (...content: unknown[]): object => ({ type: 'doc', content })

check('the generated validator is that of the schema', () => {
  const path = new URL('../../../engine/source/editor/validate.data.ts', import.meta.url)
  assert.ok(readFileSync(path, 'utf8') === editorValidatorText(), 'run: node --import tsx test/support/build/build-editor-validator.ts')
})

check('the published schema is that of the validator', () => {
  const path = new URL('../../../engine/docs/editor.schema.json', import.meta.url)
  const text = `${JSON.stringify(EDITOR_SCHEMA, null, 1)}\n`
  if (process.env['PLATEN_UPDATE'] === '1') writeFileSync(path, text)
  assert.ok(readFileSync(path, 'utf8') === text, 'run this test with PLATEN_UPDATE=1')
})

check('unknown nodes and marks are warnings with a pointer and a hint', () => {
  assert.equal(errors(doc({ type: 'paragraf' })), [
    'unknown-node /content/0/type: unknown node type "paragraf": a box stands for it (did you mean "paragraph"?)',
  ])
  assert.equal(errors(doc({ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'sparkle' }] }] })), [
    'unknown-node /content/0/content/0/marks/0/type: unknown mark type "sparkle": its text is printed without it',
  ])
  assert.equal(severities(doc({ type: 'paragraf' })), ['warning'])
})

check('strict makes them errors', () => {
  assert.equal(severities(doc({ type: 'paragraf' }), true), ['error'])
  assert.equal(severities(doc({ type: 'spacer', attrs: { height: 'tall' } }), true), ['error'])
})

check('hints for unknown names are bounded', () => {
  const nodes = Array.from({ length: 20_000 }, (_, i) => ({ type: `unheard${i}of` }))
  assert.is(errors(doc(...nodes)).length, 1000) // a DiagnosticList's bound
})

check('what cannot be printed stops; what only looks wrong is left out', () => {
  const problems = all(
    doc(
      { type: 'heading', attrs: { level: 9 } },
      { type: 'spacer', attrs: { height: 'tall' } },
      { type: 'repeat', attrs: {} },
      { type: 'paragraph', attrs: { textAlign: 'middle' } },
      { type: 'condition', attrs: { if: '{{x}}' } },
      {},
      7,
    ),
  )
  assert.equal(
    problems.map((problem) => `${problem.severity} ${problem.code} ${describe(problem)}`),
    [
      'error invalid-document /content/5: this node has no "type" (write the name of a node, such as "paragraph")',
      'error invalid-document /content/6: "6" is 7 (it must be an object)',
      'error invalid-document /content/0/attrs/level: "level" is 9 (it must be at most 6)',
      'warning invalid-document /content/1/attrs/height: "height" is "tall", which is not a CSS length such as "12mm": it is left out',
      'error invalid-document /content/2/attrs: "items" is missing',
      'warning invalid-document /content/3/attrs/textAlign: "textAlign" is "middle": it is left out (write one of "left", "center", "right", "justify", "start", "end")',
      'error invalid-document /content/4/attrs/if: "if" is "{{x}}", which is not a path such as "customer.name"',
    ],
  )
})

check('pointers are those of the document as it came', () => {
  const misplaced = doc({ type: 'text', text: 'a' }, { type: 'listItem', content: [{ type: 'spacer', attrs: { height: 'tall' } }] })
  assert.match(errors(misplaced)[0] ?? '', 'invalid-document /content/1/content/0/attrs/height: ')
  assert.match(errors({ doc: doc({ type: 'mystery' }) })[0] ?? '', 'unknown-node /doc/content/0/type: ')
  assert.match(errors([{ type: 'paragraph', props: {}, children: [{ type: 'mystery' }] }])[0] ?? '', 'unknown-node /0/children/0/type: ')
  const header = { type: 'doc', attrs: { page: { header: [{ type: 'paragraph', content: [{ type: 'mystery' }] }] } } }
  assert.match(errors(header)[0] ?? '', 'unknown-node /attrs/page/header/0/content/0/type: ')
})

check('values of another type are read as what they say', () => {
  const cell = { type: 'tableCell', attrs: { colspan: '2' }, content: [] }
  assert.equal(
    errors(
      doc(
        { type: 'heading', attrs: { level: '2' } },
        { type: 'table', content: [{ type: 'tableRow', content: [cell] }] },
        { type: 'paragraph', attrs: { textAlign: '', lineHeight: '', dir: '' }, content: [{ type: 'mention', attrs: { id: 5 } }] },
        { type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'highlight', attrs: { color: '#fff;' } }] }] },
      ),
    ),
    [],
  )
  assert.equal(errors(doc({ type: 'heading', attrs: { level: '9' } })), [
    'invalid-document /content/0/attrs/level: "level" is 9 (it must be at most 6)',
  ])
})

check('any CSS length is one', () => {
  const lengths = [
    '12pt',
    '1.5rem',
    '2lh',
    '10vmin',
    'calc(1em + 2px)',
    'var(--size, 12px)',
    'clamp(1px, 2vw, 3px)',
    'inherit',
    '-3',
    ' 4 ',
    7,
  ]
  for (const height of lengths) assert.equal(errors(doc({ type: 'spacer', attrs: { height } })), [], String(height))
  for (const height of ['1px;color:red', 'calc(1px}', 'x(<)', '--x'])
    assert.is(errors(doc({ type: 'spacer', attrs: { height } })).length, 1, height)
})

check('the root node and its attributes are checked', () => {
  assert.equal(errors({ type: 'page' }), ['invalid-document /type: "type" is "page" (it must be "doc")'])
  assert.equal(errors('7'), ['invalid-document : the document is 7 (it must be an object)'])
  assert.equal(errors({ type: 'doc', attrs: { page: { size: 'A99' } } }).length, 1)
  assert.equal(errors({ type: 'doc', attrs: { page: { size: { width: '80mm' } } } }), [
    'invalid-document /attrs/page/size: "height" is missing',
  ])
  assert.equal(errors({ type: 'doc', attrs: { page: null } }), [])
})

check('a value cannot smuggle declarations into a style', () => {
  const marks = [{ type: 'textStyle', attrs: { color: 'red; position: fixed' } }]
  assert.equal(errors(doc({ type: 'paragraph', content: [{ type: 'text', text: 'a', marks }] })), [
    'invalid-document /content/0/content/0/marks/0/attrs/color: "color" is "red; position: fixed", which is not a CSS value: it is left out',
  ])
})

check('attributes and nulls that editors add are valid', () => {
  assert.equal(
    errors(
      doc(
        { type: 'paragraph', attrs: { textAlign: null, indent: 3, class: 'x' }, marks: null },
        { type: 'bulletList', attrs: { tight: true }, content: [{ type: 'listItem', attrs: { color: '' }, content: null }] },
        {
          type: 'table',
          content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs: { colspan: 1, rowspan: 1, colwidth: null, style: null } }] }],
        },
      ),
    ),
    [],
  )
})

check('entries of tables of contents count as nodes', () => {
  const headings = Array.from({ length: 3 }, () => ({ type: 'heading', attrs: { level: 1 } }))
  const source = doc({ type: 'tableOfContents' }, { type: 'tableOfContents' }, ...headings)
  assert.equal(errors(source, { nodes: 12 }), [])
  assert.equal(errors(source, { nodes: 11 }), ['limit-nodes 2 tables of contents of 3 headings are more than 11 nodes'])
})

check('depth and cycles are rejected before anything recurses', () => {
  let deep: unknown = { type: 'paragraph' }
  for (let i = 0; i < 5000; i++) deep = { type: 'blockquote', content: [deep] }
  assert.equal(
    errors(doc(deep)).map((text) => text.split(' ')[0]),
    ['limit-depth'],
  )
  assert.equal(errors(JSON.stringify(doc(JSON.parse('['.repeat(20) + ']'.repeat(20)))), { depth: 5 }), [
    'limit-depth nodes are nested deeper than 5',
  ])
  const circle: { content?: unknown[] } & object = { type: 'blockquote' } as object
  circle.content = [circle]
  assert.equal(
    errors(doc(circle)).map((text) => text.split(' ')[0]),
    ['limit-depth'],
  )
})

check('JSON errors have line and column', () => {
  assert.equal(errors('{"type":"doc",\n "content": [}'), ['invalid-document 2:14: this is not JSON: expected a value'])
  assert.equal(errors('{"type":"doc"'), ['invalid-document 1:14: this is not JSON: expected "," or "}", but the text ends'])
  assert.equal(errors('<html>').length, 1)
})

check('size is limited', () => {
  assert.equal(errors(JSON.stringify(doc()), { templateBytes: 5 }), ['limit-template the template is larger than 5 bytes'])
})

const json = suite('JSON syntax')

json('agrees with JSON.parse', () => {
  const texts = [
    '1',
    '-0.5e+3',
    '01',
    '[1,2]',
    '[1,]',
    '{"a":1}',
    '{a:1}',
    '{"a" 1}',
    '"\\u00e9"',
    '"\\x"',
    '"a\nb"',
    '',
    ' ',
    'nul',
    'null x',
    '[[],{}]',
    '{"a":[{"b":null}]}',
    '"',
    '[',
    ']',
    '{"a":1,}',
    '1 2',
    '\uFEFF1',
    '{"a":{}}',
  ]
  for (const text of texts) {
    let isValid = true
    try {
      JSON.parse(text)
    } catch {
      isValid = false
    }
    assert.is(checkJson(text).kind === 'valid', isValid, JSON.stringify(text))
  }
})

json('counts depth', () => {
  assert.equal(checkJson('[{"a":[]},1]'), { kind: 'valid', depth: 3 })
  assert.equal(checkJson('['.repeat(100_000) + ']'.repeat(100_000)), { kind: 'valid', depth: 100_000 })
})

check.run()
json.run()
