import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { compile } from '../../../engine/compile.ts'
import { describe } from '../../../engine/diagnostic.ts'
import { DEFAULT_LIMITS } from '../../../engine/limits.ts'
import { styleTemplate } from '../document.ts'

const imports = suite('@import')

const FILES: Readonly<Record<string, string>> = {
  'a.css': 'h1 { color: red }',
  'b.css': 'h2 { color: red }',
  'css/main.css': '@import "part.css"; @import url(part2.css); p { color: red }',
  'css/part.css': '@import "deep/leaf.css"; h1 { color: red }',
  'css/part2.css': 'h2 { color: red }',
  'css/deep/leaf.css': 'h3 { color: red; background: url(x.png) }',
  'layered.css': 'h1 { color: red } h2 { color: red }',
}

/** Which of h1, h2, h3 and p are red, and what was reported. */
function red(markup: string): { readonly red: string; readonly warnings: readonly string[] } {
  const assets = Object.fromEntries(Object.entries(FILES).map(([name, text]) => [name, Buffer.from(text)]))
  const source = `<!doctype html>${markup}<h1></h1><h2></h2><h3></h3><p>`
  const template = compile({ type: 'html', source }, { limits: DEFAULT_LIMITS, helpers: new Set(), options: { assets } })
  const page = styleTemplate(template)
  const tags = ['h1', 'h2', 'h3', 'p'].filter((tag) => page.style(tag).color.red === 1)
  return { red: tags.join(' '), warnings: template.warnings.map(describe) }
}
const sheet = (css: string): string => {
  const found = red(`<style>${css}</style>`)
  assert.equal(found.warnings, [], css)
  return found.red
}

imports('the rule after a resolved @import keeps its selector', () => {
  assert.is(sheet('@import "a.css";p { color: red }'), 'h1 p')
  assert.is(sheet('@import url(a.css);\n@import url("b.css") print;p { color: red }'), 'h1 h2 p')
  assert.is(sheet('@import "a.css"'), 'h1')
  assert.is(sheet('@charset "utf-8";@import "a.css";p { color: red }'), 'h1 p')
})

imports('data: URLs are resolved, for @import and for <link>', () => {
  assert.is(sheet('@import "data:text/css,h1%7Bcolor:red%7D";p{color:red}'), 'h1 p')
  assert.is(sheet('@import url(data:text/css;charset=utf-8;base64,aDF7Y29sb3I6cmVkfQ==);p{color:red}'), 'h1 p')
  assert.is(red('<link rel=stylesheet href="data:text/css,h1%7Bcolor:red%7D">').red, 'h1')
  assert.match(
    red('<style>@import "data:text/plain,h1%7Bcolor:red%7D";</style>').warnings[0]!,
    /"@import "data:text\/plain,.*"" has no effect/,
  )
})

imports('are valid after invalid rules and @layer statements, not after valid rules', () => {
  const late = (css: string): string => red(`<style>${css}</style>`).red
  assert.is(late('h1:nonsense { color: blue } # {} @import "a.css";p{color:red}'), 'h1 p')
  assert.is(late('@nonsense x; @nonsense { h2 { } } @import "a.css";'), 'h1')
  assert.is(late('@import "gone.css"; @import {} @import "a.css";'), 'h1')
  assert.is(late('@layer x, y; @import "a.css";'), 'h1')
  assert.is(late('h4 { } @import "a.css";'), '')
  assert.is(late('@media print { } @import "a.css";'), '')
  assert.is(late('@font-face { } @import "a.css";'), '')
  assert.is(late('@layer x { } @import "a.css";'), '')
  assert.is(late('@namespace x "y"; @import "a.css";'), '')
  // @layer between two @import: the second comes too late (CSS Cascade 5 §2).
  assert.is(late('@import "a.css"; @layer x; @import "b.css";'), 'h1')
  assert.is(late('@media print { @import "a.css"; }'), '')
})

imports('a layer statement before imports orders imported layers', () => {
  const layers =
    '@layer low, high; @import "layered.css" layer(high); @import "data:text/css,h1%7Bcolor:blue%7Dh2%7Bcolor:blue%7D" layer(low);'
  assert.is(sheet(layers), 'h1 h2')
  assert.is(sheet('@import "layered.css" layer(low);@layer high { h2 { color: blue } }'), 'h1')
})

imports('URLs are relative to the importing sheet, at any depth', () => {
  assert.is(red('<link rel=stylesheet href="css/main.css">').red, 'h1 h2 h3 p')
  assert.is(sheet('@import "css/main.css";'), 'h1 h2 h3 p')
})

imports('conditions of an @import apply to the imported sheet', () => {
  assert.is(sheet('@import "a.css" screen; @import "b.css" supports(display: flex) print;'), 'h2')
  assert.is(sheet('@import "a.css" supports(not (display: flex)); @import "b.css" (min-width: 1px);'), 'h2')
})

imports('positions of diagnostics after an @import are preserved', () => {
  assert.equal(red('<style>@import "a.css";\np { colr: red }</style>').warnings, [
    '2:5: property "colr" has no effect (did you mean "color"?)',
  ])
})

imports.run()
