// WeasyPrint where it is installed, kept warm as the others are: one Python process for all documents.
import { spawn, spawnSync } from 'node:child_process'
import { pages } from './html.mjs'

/** Documents and answers go as their length in a line, then their bytes. */
const LOOP = `
import sys
from weasyprint import HTML
for line in sys.stdin.buffer:
    pdf = HTML(string=sys.stdin.buffer.read(int(line)).decode()).write_pdf()
    sys.stdout.buffer.write(b'%d\\n' % len(pdf) + pdf)
    sys.stdout.buffer.flush()
`

let python
let answers

export async function open() {
  // The first on the path may be another than the one that packages of the system are for.
  const interpreter = ['python3', '/usr/bin/python3'].find((name) => spawnSync(name, ['-c', 'import weasyprint']).status === 0)
  if (interpreter === undefined) throw new Error('Error: no WeasyPrint')
  python = spawn(interpreter, ['-c', LOOP], { stdio: ['pipe', 'pipe', 'ignore'] })
  answers = python.stdout[Symbol.asyncIterator]()
}

export async function close() {
  python.stdin.end()
}

async function print(html) {
  const bytes = Buffer.from(html)
  python.stdin.write(`${bytes.length}\n`)
  python.stdin.write(bytes)
  let answer = Buffer.alloc(0)
  for (;;) {
    const { value, done } = await answers.next()
    if (done) throw new Error('Error: WeasyPrint ended')
    answer = Buffer.concat([answer, value])
    const end = answer.indexOf('\n')
    if (end >= 0 && answer.length - end - 1 === Number(answer.subarray(0, end))) return answer.subarray(end + 1)
  }
}

export const documents = Object.fromEntries(Object.entries(pages).map(([kind, make]) => [kind, (data) => print(make(data))]))
