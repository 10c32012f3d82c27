// What the documents say of the code is made of it, and what they point at is there.
// `PLATEN_UPDATE=1 node --import tsx test/documents/documents.test.ts` rewrites the generated tables.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DIAGNOSTIC_CODES } from '../../engine/diagnostic.ts'
import { ERROR_STATUS } from '../../server/errors.ts'
import { BodyScheduler } from '../../server/http/body-scheduler.ts'
import { openApiDocument } from '../../server/http/openapi.ts'
import { CLIENT_TYPES, clientTypes } from './client-types.ts'
import { GENERATED } from './generated.ts'
import { anchorsOf, blocksOf, linksOf, readDocuments, root } from './markdown.ts'

const documents = suite('documents')
const all = readDocuments()

for (const { document, name, make } of GENERATED) {
  documents(`${document}: the part "${name}" is what the code says`, async () => {
    const path = join(root, document)
    const text = readFileSync(path, 'utf8')
    const pattern = new RegExp(`(<!-- ${name} -->\n)(?:.|\n)*?(<!-- /${name} -->)`)
    const made = await make()
    const wanted = text.replace(pattern, (_, before: string, after: string) => `${before}\n${made}\n\n${after}`)
    assert.match(text, pattern)
    if (process.env['PLATEN_UPDATE'] === '1') writeFileSync(path, wanted)
    else assert.is(text, wanted)
  })
}

documents('the types of the client are what the OpenAPI document says', () => {
  const path = join(root, CLIENT_TYPES)
  const wanted = clientTypes()
  if (process.env['PLATEN_UPDATE'] === '1') writeFileSync(path, wanted)
  else assert.is(readFileSync(path, 'utf8'), wanted)
})

documents('every code of a diagnostic is given somewhere in the engine', () => {
  const engine = sourcesBelow('engine').filter((path) => path !== 'engine/diagnostic.ts')
  const text = engine.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
  assert.equal(
    Object.keys(DIAGNOSTIC_CODES).filter((code) => !text.includes(`'${code}'`)),
    [],
  )
})

documents('every code in `errors` of an HTTP answer is described', () => {
  const http = readFileSync(join(root, 'server/docs/http.md'), 'utf8')
  const text = sourcesBelow('server')
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')
  const given = [...text.matchAll(/path: [^\n]*code: '([a-z_]+)'|code: '([a-z_]+)', path:/g)].map(
    ([, first, second]) => first ?? second ?? '',
  )
  assert.ok(given.length > 0)
  assert.equal(
    [...new Set([...given, ...Object.keys(ERROR_STATUS)])].filter((code) => !http.includes(`\`${code}\``)),
    [],
  )
})

documents('bodies and answers in server/docs/http.md and the guide to jobs are as OpenAPI describes them', () => {
  const body = { bytes: 1, depth: 1, msTimeout: 1, bytesPerSecond: 1, scheduler: new BodyScheduler(() => false) }
  const limits = { body, asset: body, jobRows: 1, parts: 1, pages: 1, wholeBytes: 1, ratePerMinute: 1, msIdle: 1 }
  const described = openApiDocument({ address: 'http://localhost', version: '0', limits })
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, uri: true } }).addSchema({ $id: 'document', ...described })
  const guides = all.filter(({ path }) => ['server/docs/http.md', 'server/docs/guides/jobs.md'].includes(path))
  assert.is(guides.length, 2)
  const schemas = [
    'components/schemas/RenderRequest',
    'components/schemas/MergeRequest',
    'components/schemas/Template',
    'components/schemas/Preview',
    'components/schemas/JobRequest',
    'components/schemas/Job',
    'components/schemas/Error',
  ]
  const events = ['pdf.created', 'job.finished'].map((name) => `webhooks/${name}/post/requestBody/content/application~1json/schema`)
  for (const { language, text, line } of guides.flatMap(blocksOf)) {
    if (language !== 'json') continue
    const fits = [...schemas, ...events].filter((name) => ajv.validate({ $ref: `document#/${name}` }, JSON.parse(text)))
    assert.ok(fits.length > 0, `line ${line}: ${text}`)
  }
})

documents('every link leads to a file and a heading that are there', () => {
  const broken: string[] = []
  for (const document of all) {
    for (const target of linksOf(document)) {
      const [file = '', anchor] = target.split('#')
      const path = file === '' ? document.path : relative(root, join(root, dirname(document.path), file))
      const found = all.find((other) => other.path === path)
      const isThere = existsSync(join(root, path)) && (anchor === undefined || (found !== undefined && anchorsOf(found).has(anchor)))
      if (!isThere) broken.push(`${document.path}: ${target}`)
    }
  }
  assert.equal(broken, [])
})

documents('every document is reached from README by links', () => {
  const reached = new Set(['README.md'])
  for (const path of reached) {
    const document = all.find((one) => one.path === path)
    if (document === undefined) continue
    for (const target of linksOf(document)) reached.add(relative(root, join(root, dirname(path), target.split('#')[0] ?? '')))
  }
  assert.equal(
    all.map(({ path }) => path).filter((path) => !reached.has(path)),
    [],
  )
})

documents('every picture is a picture', () => {
  for (const document of all) {
    for (const [, picture = ''] of document.text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g))
      assert.ok(statSync(join(root, dirname(document.path), picture)).size > 1000, picture)
  }
})

documents('every file, test and scenario that is named is there', () => {
  const scenarios = readdirSync(join(root, 'bench/soak')).map((file) => readFileSync(join(root, 'bench/soak', file), 'utf8'))
  const missing: string[] = []
  for (const { path, text } of all) {
    for (const [, name = ''] of text.matchAll(
      /`((?:engine|server|test|bench|fonts|\.build)\/[\w./-]*\w\.(?:ts|mjs|json|yaml|html|case))`/g,
    ))
      if (!existsSync(join(root, name))) missing.push(`${path}: ${name}`)
    for (const [, name = ''] of text.matchAll(/`((?:engine|server|test|bench|fonts)(?:\/[\w.-]+)*)\/`/g))
      if (!existsSync(join(root, name))) missing.push(`${path}: ${name}/`)
    for (const [, name = ''] of text.matchAll(/soak `([\w-]+)`/g))
      if (!scenarios.some((source) => source.includes(`name: '${name}'`))) missing.push(`${path}: soak ${name}`)
  }
  assert.equal(missing, [])
})

documents('every folder is a room in a README', () => {
  for (const part of ['engine', 'server']) {
    const readme = all.find(({ path }) => path === `${part}/README.md`)?.text ?? ''
    const rooms = [...readme.matchAll(/^\| `([a-z-]+(?:\/[a-z-]+)*\/)` \|/gm)].map(([, room = '']) => room)
    const folders = new Set(sourcesBelow(part).map((path) => `${dirname(path)}/`))
    // A room may hold scripts alone, as `engine/bundle/` does.
    const others = rooms.filter((room) => !existsSync(join(root, room)))
    assert.equal([rooms.filter((room) => folders.has(room)).sort(), others], [[...folders].sort(), []])
  }
})

documents('README is read in five minutes', () => {
  assert.ok(statSync(join(root, 'README.md')).size <= 10_240)
})

documents('every decision has a date, a status and at most 120 words', () => {
  const wrong: string[] = []
  for (const document of all.filter(({ path }) => path.endsWith('DECISIONS.md'))) {
    const entries = document.text.split(/^### /m).slice(1)
    for (const entry of entries) {
      const title = entry.split('\n')[0] ?? ''
      const body = (entry.split(/^## /m)[0] ?? '').replace(/^.*\n/, '')
      if (!/^2026-\d\d-\d\d · (in force|replaced by|partly replaced by)/m.test(body)) wrong.push(`${title}: no date and status`)
      const words = body.split(/\s+/).filter((word) => /\w/.test(word)).length
      if (words > 120) wrong.push(`${title}: ${words} words`)
    }
  }
  assert.equal(wrong, [])
})

function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)
}

documents.run()
