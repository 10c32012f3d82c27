// What goes with the engine's package besides code: where to read on, and the licences of what is bundled.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const README = `# platen-engine

PDFs from HTML or editor templates and data, without a browser. This package is the engine alone: pure JavaScript, nothing else is installed with it.
The package \`platen\` has the HTTP service and the command line besides.

\`\`\`js
import { createEngine } from 'platen-engine'
import { writeFileSync } from 'node:fs'

const engine = await createEngine()
const template = engine.compile({ type: 'html', source: '<h1>Invoice {{number}}</h1>' })
const { pdf, warnings } = await engine.render(template, { number: 'A-17' })
writeFileSync('invoice.pdf', pdf)
\`\`\`

\`require('platen-engine')\` works as well. Optional packages are found when they are installed beside it: \`sharp\` for WebP and AVIF pictures,
\`@fontsource-variable/noto-sans-{jp,kr,sc,tc}\` and \`@expo-google-fonts/noto-color-emoji\` for scripts and pictures that the bundled fonts lack.
Licences of what is bundled: THIRD-PARTY.txt; of the fonts: fonts/.
`

export const packageReadme = () => README

/** The licence of each package that has a file among these, in the order of their names. */
export function thirdPartyNotices(files) {
  const folders = new Set()
  for (const file of files) {
    const found = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)
    if (found !== null) folders.add(found[0])
  }
  return [...folders]
    .map(noticeOf)
    .sort()
    .join(`\n${'-'.repeat(80)}\n\n`)
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry))
  const text = file !== undefined && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : ''
  return `${name} ${version} (${license ?? 'see below'})\n\n${text.trim()}\n`
}
