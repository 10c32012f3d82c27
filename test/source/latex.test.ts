// LaTeX as MathML.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../engine/index.ts'
import { type ReadFormula, readFormula } from '../../engine/source/latex.ts'
import type { SourceNode } from '../../engine/source/source.ts'

const latex = suite('latex')
const at = { kind: 'pointer', pointer: '/content/0' } as const
const read = (text: string, isBlock = false): ReadFormula => readFormula({ latex: text, isBlock, at, attributes: {} })

/** An element as markup. */
function markup(node: SourceNode): string {
  if (node.kind === 'block') throw new Error('a formula has no blocks')
  const textOf = (parts: readonly { readonly kind: string; readonly text?: string }[]): string =>
    parts.map(({ text }) => text ?? '').join('')
  if (node.kind === 'text') return textOf(node.parts)
  assert.is(node.namespace, 'mathml')
  const attributes = node.attributes.map(({ name, parts }) => ` ${name}="${textOf(parts)}"`).join('')
  return `<${node.tag}${attributes}>${node.children.map(markup).join('')}</${node.tag}>`
}
const mathOf = (text: string, isBlock?: boolean): string => {
  const found = read(text, isBlock)
  return found.kind === 'formula' ? markup(found.element) : found.message
}
const annotated = (text: string, inner: string, more = ''): string =>
  `<math${more} data-latex="${text}"><semantics>${inner}<annotation encoding="application/x-tex">${text}</annotation></semantics></math>`

latex('LaTeX becomes MathML, and stays its annotation', () => {
  const inner = '<mrow><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>+</mo><mn>1</mn></mrow>'
  assert.is(mathOf('\\frac{a}{b} + 1'), annotated('\\frac{a}{b} + 1', inner))
  assert.is(mathOf('x', true), annotated('x', '<mi>x</mi>', ' display="block"'))
  assert.match(mathOf('\\color{red} x'), '<mi mathcolor="#ff0000">x</mi>')
})

latex('what is taken in display mode only is taken in a line, too', () => {
  const found = mathOf('\\begin{align} a &= b \\end{align}')
  assert.match(found, '<mtable')
  assert.not.match(found, 'display="block"')
})

latex('what cannot be read is said with its place', () => {
  const problems = ['a^b^c', '\\foo', '\\frac{a', '}', '\\begin{x}', '\\usepackage{x}'].map((text) => {
    const found = read(text)
    return found.kind === 'bad' ? `${found.place} ${found.message}` : ''
  })
  assert.equal(problems, [
    '3 double superscript',
    '0 unsupported function name: \\foo',
    "7 unexpected end of input in a macro argument, expected '}'",
    "0 expected 'EOF', got '}'",
    '6 no such environment: x',
    '0 unsupported function name: \\usepackage',
  ])
})

latex('hostile LaTeX ends soon', () => {
  const doubling = `\\def\\a#1{${'#1'.repeat(10)}}${'\\a{'.repeat(6)}${'x'.repeat(20)}${'}'.repeat(6)}`
  const hostile = ['\\def\\a{\\a\\a}\\a', doubling, '{'.repeat(20_000), '\\sqrt{'.repeat(3000) + '}'.repeat(3000), 'x'.repeat(20_001)]
  for (const text of hostile) assert.is(read(text).kind, 'bad', text.slice(0, 40))
  // Neither files nor addresses, whatever it asks for; macros end with their formula.
  assert.is(read('\\includegraphics{x.png}').kind, 'bad')
  assert.is(read('\\href{javascript:x}{y}').kind, 'bad')
  assert.is(read('\\gdef\\mine{x} \\mine').kind, 'formula')
  assert.is(read('\\mine').kind, 'bad')
})

const SAMPLES = String.raw`
E = mc^2
\sum_{i=1}^{n} i = \frac{n(n+1)}{2}
\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}
\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}
\begin{cases} x & x > 0 \\ -x & \text{otherwise} \end{cases}
\lim_{x \to 0} \frac{\sin x}{x} = 1
\vec{v} \cdot \hat{n} = \overline{AB}
\mathbb{R} \subset \mathcal{C}, \mathfrak{g}, \mathbf{x}
\left( \frac{a}{b} \right]_{x}^{y}
\underbrace{a + b}_{n} \overset{!}{=} c
\ce{H2O}
\binom{n}{k} \bmod 5
\sqrt[3]{x} \ne \pm \infty
\boxed{x} \cancel{y} \phantom{z} \textcolor{blue}{w} \colorbox{yellow}{$q$}
`
  .trim()
  .split('\n')

latex('what temml makes of a formula is laid out without a warning', async () => {
  const engine = await createEngine()
  const content = SAMPLES.map((text) => ({ type: 'blockMath', attrs: { latex: text } }))
  const template = engine.compile({ type: 'editor', source: { type: 'doc', content } })
  const { warnings } = await engine.render(template, {})
  for (const list of [template.warnings, warnings])
    assert.equal(
      list.map(({ message }) => message),
      [],
    )
})

latex.run()
