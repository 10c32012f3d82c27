// Typst's compiler for Node, native code.
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { invoiceParts, statementHead, statementRows } from './plain.mjs'

const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths: [new URL('../../fonts/', import.meta.url).pathname] }] })
const content = (text) => `[#${JSON.stringify(String(text))}]`
const table = (columns, head, rows) =>
  `#table(columns: ${columns}, stroke: none,${head === undefined ? '' : `table.header(${head.map(content).join(',')}),`}${rows.map((cells) => cells.map(content).join(',')).join(',')})\n`
const HEAD = '#set page(paper: "a4", margin: 18mm)\n#set text(font: "Arimo", size: 9pt)\n'

function invoice(data) {
  const { title, lines, head, rows, totals, note } = invoiceParts(data)
  return `#text(size: 22pt)${content(title)}\n\n${lines.map((line) => `#par${content(line)}`).join('\n')}\n${table('(1fr, 40pt, 80pt, 85pt)', head, rows)}${table('(1fr, 85pt)', undefined, totals)}#par${content(note)}\n`
}

const compile = async (mainFileContent) => compiler.pdf({ mainFileContent })

export const documents = {
  invoice: (data) => compile(HEAD + invoice(data)),
  merge: (all) => compile(HEAD + all.map(invoice).join('#pagebreak()\n')),
  statement: (data) => compile(HEAD + table('(54pt, 70pt, 1fr, 68pt, 68pt, 77pt)', statementHead, statementRows(data))),
  text: (data) =>
    compile(
      `#set page(paper: "a4", margin: 25mm)\n#set text(font: "Tinos", size: 11pt)\n#set par(justify: true)\n${data.chapters
        .map(({ title, paragraphs }) => [title, ...paragraphs].map((text) => `#par${content(text)}`).join('\n'))
        .join('\n')}`,
    ),
}
