// What README says of properties, limits and settings is made from the tables the code uses. `PLATEN_UPDATE=1 node --import tsx test/readme.test.ts` rewrites it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DEFAULT_LIMITS } from '../engine/index.ts'
import { supportedProperties } from '../engine/style/support.ts'
import { settingsTable } from '../server/index.ts'

const path = fileURLToPath(new URL('../README.md', import.meta.url))

function cssTable(): string {
  const rows = supportedProperties().map(
    ({ name, values, isInherited }) => `| \`${name}\` | ${inCode(values)} | ${isInherited ? 'yes' : ''} |`,
  )
  return [
    '<details><summary>All properties</summary>',
    '',
    '| property | values | inherited |',
    '|---|---|---|',
    ...rows,
    '',
    '</details>',
  ].join('\n')
}

function inCode(text: string): string {
  return text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``
}

function limitsTable(): string {
  const rows = Object.entries(DEFAULT_LIMITS).map(([name, value]) => `| \`${name}\` | ${value.toLocaleString('en')} |`)
  return ['| limit | default |', '|---|---:|', ...rows].join('\n')
}

const parts: Readonly<Record<string, () => string>> = { css: cssTable, limits: limitsTable, settings: settingsTable }

const readme = suite('README')

for (const [name, make] of Object.entries(parts)) {
  readme(`the part "${name}" is what the code says`, () => {
    const text = readFileSync(path, 'utf8')
    const pattern = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`)
    const wanted = text.replace(pattern, (_, before: string, after: string) => `${before}\n${make()}\n\n${after}`)
    assert.match(text, pattern)
    if (process.env['PLATEN_UPDATE'] === '1') writeFileSync(path, wanted)
    else assert.is(text, wanted)
  })
}

readme('every picture is there', () => {
  const text = readFileSync(path, 'utf8')
  for (const [, picture] of text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)) {
    assert.ok(readFileSync(fileURLToPath(new URL(`../${picture}`, import.meta.url))).length > 1000, picture)
  }
})

readme('every test and scenario that is named is there', () => {
  const text = readFileSync(path, 'utf8')
  const scenarios = readdirSync(new URL('../bench/soak', import.meta.url)).map((file) =>
    readFileSync(new URL(`../bench/soak/${file}`, import.meta.url), 'utf8'),
  )
  for (const [, name] of text.matchAll(/`(test\/[\w/-]+\.test\.ts)`/g)) assert.ok(existsSync(new URL(`../${name}`, import.meta.url)), name)
  for (const [, name] of text.matchAll(/soak `([\w-]+)`/g))
    assert.ok(
      scenarios.some((source) => source.includes(`name: '${name}'`)),
      name,
    )
})

readme.run()
