import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DiagnosticList, describe } from '../../../engine/diagnostic.ts'
import { DEFAULT_LIMITS, type Limits } from '../../../engine/limits.ts'
import { parseEditor } from '../../../engine/source/editor/editor.ts'
import { checkJson } from '../../../engine/source/json-syntax.ts'
import { editorValidatorText } from '../../support/build/build-editor-validator.ts'

const check = suite('editor check')

function errors(source: unknown, limits: Partial<Limits> = {}): string[] {
  const reporter = new DiagnosticList()
  parseEditor(source as object, { reporter, limits: { ...DEFAULT_LIMITS, ...limits } })
  return reporter.all.map((diagnostic) => `${diagnostic.code} ${describe(diagnostic)}`)
}
const doc = (...content: unknown[]): object => ({ type: 'doc', content })

check('the generated validator is that of the schema', () => {
  const path = new URL('../../../engine/source/editor/validate.data.ts', import.meta.url)
  assert.ok(readFileSync(path, 'utf8') === editorValidatorText(), 'run: node --import tsx test/support/build/build-editor-validator.ts')
})

check('unknown nodes and marks are reported with a pointer and a hint', () => {
  assert.equal(errors(doc({ type: 'paragraf' })), [
    'invalid-document /content/0/type: unknown node type "paragraf" (did you mean "paragraph"?)',
  ])
  assert.equal(errors(doc({ type: 'bullet_list' })), [
    'invalid-document /content/0/type: unknown node type "bullet_list" (did you mean "bulletList"?)',
  ])
  assert.equal(errors(doc({ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'strong' }] }] })), [
    'invalid-document /content/0/content/0/marks/0/type: unknown mark type "strong" (did you mean "bold"?)',
  ])
})

check('misplaced nodes are reported with the parents they need', () => {
  assert.equal(errors(doc({ type: 'text', text: 'a' })), [
    'invalid-document /content/0/type: a text node is not allowed here (put it into a paragraph or heading)',
  ])
  assert.equal(errors(doc({ type: 'tableRow' })), [
    'invalid-document /content/0/type: a tableRow node is not allowed here (put it into a table)',
  ])
})

check('all wrong attributes are reported together, with explanations', () => {
  const problems = errors(
    doc(
      { type: 'heading', attrs: { level: 9 } },
      { type: 'heading' },
      { type: 'spacer', attrs: { height: 'tall' } },
      { type: 'image', attrs: { src: 5 } },
      { type: 'repeat', attrs: {} },
      { type: 'paragraph', attrs: { textAlign: 'middle' } },
      {},
    ),
  )
  assert.equal(problems, [
    'invalid-document /content/0/attrs/level: "level" is 9 (it must be at most 6)',
    'invalid-document /content/1: "attrs" is missing',
    'invalid-document /content/2/attrs/height: "height" is "tall", which is not a CSS length such as "12mm"',
    'invalid-document /content/3/attrs/src: "src" is 5 (it must be text)',
    'invalid-document /content/4/attrs: "items" is missing',
    'invalid-document /content/5/attrs/textAlign: "textAlign" is "middle" (write one of "left", "center", "right", "justify", "start", "end")',
    'invalid-document /content/6: this node has no "type" (write the name of a node, such as "paragraph")',
  ])
})

check('the root node and its attributes are checked', () => {
  assert.equal(errors({ type: 'page' }), ['invalid-document /type: "type" is "page" (it must be "doc")'])
  assert.equal(errors([]), ['invalid-document : the document is a list (it must be an object)'])
  assert.equal(errors({ type: 'doc', attrs: { page: { size: 'A99' } } }).length, 1)
  assert.equal(errors({ type: 'doc', attrs: { page: { size: { width: '80mm' } } } }), [
    'invalid-document /attrs/page/size: "height" is missing',
  ])
  assert.equal(errors({ type: 'doc', attrs: { page: null } }), [])
})

check('a value cannot smuggle declarations into a style', () => {
  const marks = [{ type: 'textStyle', attrs: { color: 'red; position: fixed' } }]
  assert.equal(errors(doc({ type: 'paragraph', content: [{ type: 'text', text: 'a', marks }] })), [
    'invalid-document /content/0/content/0/marks/0/attrs/color: "color" is "red; position: fixed", which is not a CSS value',
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
