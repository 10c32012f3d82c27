import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DiagnosticList, describe } from '../../engine/diagnostic.ts'
import { parseParts } from '../../engine/source/blocks.ts'
import { scanMustaches } from '../../engine/source/mustache.ts'
import { partsText } from '../support/source-text.ts'

const mustache = suite('mustache')

/** The text with every tag replaced by its classification. */
function read(text: string): { readonly text: string; readonly problems: readonly string[] } {
  const list = new DiagnosticList()
  const locate = (offset: number) => ({ kind: 'text' as const, line: 1, column: offset + 1 })
  const parts = parseParts(text, { locate, reporter: list, maxDepth: 50 })
  return { text: partsText(parts), problems: list.all.map(describe) }
}

mustache('placeholders are trimmed and classified', () => {
  assert.is(read('a {{ b.c }} d {{{e}}} f {{& g }}').text, 'a {{b.c}} d {{{e}}} f {{{g}}}')
})

mustache('strings may contain closing braces', () => {
  assert.is(read('{{default x "}}"}}.').text, '{{default x "}}"}}.')
  assert.is(read("{{default x '}'}}.").text, "{{default x '}'}}.")
})

mustache('names in brackets may contain quotes', () => {
  assert.is(read(`{{[it's]}} {{x}}`).text, `{{[it's]}} {{x}}`)
})

mustache('a stray quote ends with its tag', () => {
  assert.is(read(`{{it's}} and {{that's}}`).text, `{{it's}} and {{that's}}`)
})

mustache('comments are dropped', () => {
  assert.is(read('a{{! no {{ }}b{{!-- {{x}} --}}c{{!-- y --~}}  d').text, 'abcd')
})

mustache('a backslash escapes braces, and two are a backslash before a placeholder', () => {
  assert.is(read('\\{{a}} \\\\{{b}}').text, '{{a}} \\{{b}}')
})

mustache('tildes remove white space', () => {
  assert.is(read('a \n{{~b}} c {{d~}} \t e {{~{f}~}} g').text, 'a{{b}} c {{d}}e{{{f}}}g')
})

mustache('standalone block tags remove their line', () => {
  assert.is(read('a\n  {{#if b}}  \nc\n{{else}}\r\nd\n{{/if}}\ne').text, 'a\n{{#if b}}c\n{{else}}d\n{{/if}}e')
})

mustache('else chains nest', () => {
  assert.is(read('{{#if a}}1{{else if b}}2{{else}}3{{/if}}').text, '{{#if a}}1{{else}}{{#if b}}2{{else}}3{{/if}}{{/if}}')
})

mustache('an inverse is an unless, and exchanges the branches of a named block', () => {
  assert.is(read('{{^a}}1{{else}}2{{/a}}').text, '{{#unless a}}1{{else}}2{{/unless}}')
  assert.is(read('{{^if a}}1{{/if}}').text, '{{#if a}}{{else}}1{{/if}}')
  assert.is(read('{{#a}}1{{^}}2{{/a}}').text, '{{#a}}1{{else}}2{{/a}}')
})

mustache('a name that begins with else is a field', () => {
  assert.is(read('{{elsewhere}}').text, '{{elsewhere}}')
})

mustache('every invalid tag is reported with its position', () => {
  assert.equal(read('ab{{c').problems, [
    '1:3: a placeholder opens with {{ and is never closed (close it with }}, or write \\{{ to print braces)',
  ])
  assert.is(read('{{a {{b}}').problems.length, 1)
  assert.match(read('{{#*inline "a"}}').problems[0]!, 'inline partials and decorators are not supported: {{#*inline "a"}}')
  assert.match(read('{{{{raw}}}}').problems[0]!, 'raw blocks')
})

mustache('unbalanced blocks are all reported', () => {
  const { problems } = read('{{#if a}}{{#each b}}{{/if}}{{/with}}{{else}}{{#c}}')
  assert.equal(problems, [
    '1:10: block {{#each}} is not closed before {{/if}} (close it with {{/each}})',
    '1:28: {{/with}} closes a block that is not open (remove it, or open the block first)',
    '1:37: {{else}} is outside of any block (open a block first, as in {{#if x}})',
    '1:45: block {{#c}} is never closed (close it with {{/c}})',
  ])
})

mustache('blocks and else chains have a limit of depth', () => {
  assert.match(read('{{#a}}'.repeat(60) + '{{/a}}'.repeat(60)).problems[0]!, 'blocks are nested deeper than 50')
  assert.match(read(`{{#if a}}${'{{else if a}}'.repeat(60)}{{/if}}`).problems[0]!, 'blocks are nested deeper than 50')
})

// Time is counted in characters examined, so that a slow machine cannot fail the test.
const HOSTILE = [
  '{{',
  '{{{',
  '{{!--',
  "{{'",
  '{{["',
  "{{a 'b' ",
  '{{~ ',
  ' {{~a}}',
  '{{#if a}}',
  '{{/a}}',
  '\\{{',
  '}}',
  '{{a}} }}',
  '{{!',
  '[[[',
  '{{"\n',
  '{{[\n}}',
  '{{\\"',
]

mustache('scanning takes steps in proportion to the text', () => {
  for (const unit of HOSTILE) {
    const steps = (count: number): number => scanMustaches(unit.repeat(count)).steps
    const ratio = steps(8192) / Math.max(1, steps(4096))
    assert.ok(ratio <= 2.1, `${JSON.stringify(unit)} grows by ${ratio}`)
  }
})

mustache.run()
