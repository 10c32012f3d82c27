// The small parts of the server, each by itself.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { describeProblem } from '../../../engine/diagnostic.ts'
import { steadyClock } from '../../../server/clock.ts'
import { progressLine } from '../../../server/commands/batch/progress.ts'
import { fileResolver } from '../../../server/commands/files.ts'
import { ConfigError, readConfig, redacted, settingsTable, unknownSettings } from '../../../server/config.ts'
import { safeFileName } from '../../../server/file-name.ts'
import { wantsStrictHandling } from '../../../server/http/negotiate.ts'
import { createMetrics } from '../../../server/metrics.ts'
import { FrameReader } from '../../../server/pool/frames.ts'
import { FairQueue } from '../../../server/pool/queue.ts'
import { quote } from '../../../server/shell.ts'
import { isWellFormed, makeToken } from '../../../server/tokens.ts'

const parts = suite('server parts')

parts('tokens have 256 random bits and a checksum that finds slips', () => {
  const token = makeToken()
  assert.match(token, /^pdft_[0-9A-Za-z]{49}$/) // 43 + 6
  assert.ok(isWellFormed(token))
  for (let at = 5; at < token.length; at++) {
    const slip = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1)
    assert.not.ok(isWellFormed(slip))
  }
  assert.is(new Set(Array.from({ length: 1000 }, makeToken)).size, 1000)
})

parts('the steady clock follows the wall forwards and ignores it backwards', () => {
  let [wall, elapsed] = [1_000_000, 0]
  const clock = steadyClock(
    () => wall,
    () => elapsed,
  )
  const pass = (ms: number, jump = 0): number => {
    elapsed += ms
    wall += ms + jump
    return clock.now()
  }
  assert.is(clock.now(), 1_000_000)
  assert.is(pass(1000), 1_001_000)
  assert.is(pass(1000, -960_000), 1_002_000) // set back 16 minutes: time goes on as it did
  assert.is(pass(899_000), 1_901_000)
  assert.is(pass(0, 960_000 + 60_000), 1_961_000) // and then to a minute ahead of where it would have been
})

parts('settings have defaults, are checked, and are documented', () => {
  const config = readConfig({})
  assert.is(config.port, 3000)
  assert.is(config.publicUrl, undefined)
  assert.is(config.bodyBytes, 10 * 1024 * 1024)
  assert.is(readConfig({ PUBLIC_URL: 'https://x.example/y//' }).publicUrl, 'https://x.example/y')
  assert.is(readConfig({ PORT: '', PLATEN_RATE: ' 5 ' }).rate, 5)
  const wrong = (environment: Record<string, string>): string => {
    try {
      readConfig(environment)
      return ''
    } catch (thrown) {
      return thrown instanceof ConfigError ? thrown.message : 'threw something else'
    }
  }
  assert.equal(
    wrong({ PORT: 'x', PLATEN_RATE: '0', PLATEN_QUEUE: '1.5', PLATEN_S3_DOWNLOADS: 'no', PUBLIC_URL: 'ftp://x', DATABASE_URL: 'pg' }).split(
      '\n',
    ),
    [
      'PORT must be a whole number from 0 to 65535, not "x"',
      'PLATEN_S3_DOWNLOADS must be "proxied" or "presigned", not "no"',
      'PLATEN_RATE must be a whole number from 1 to 1000000000, not "0"',
      'PLATEN_QUEUE must be a whole number from 1 to 100000, not "1.5"',
      'PUBLIC_URL must be an http or https URL without user name, password, query or fragment',
      'DATABASE_URL must begin with postgres:// and name a host, such as postgres://user:password@host/database',
    ],
  )
  for (const url of ['postgres://', 'postgres:///x', 'postgres://u:p@[::1', 'postgres://u:p@h:99999/x', 'http://h/x'])
    assert.match(wrong({ DATABASE_URL: url }), /^DATABASE_URL must/, url)
  for (const url of [
    'postgresql://h',
    'postgres://u:p%40x@[::1]:5432/x?sslmode=require',
    'postgres:///x?host=/var/run/postgresql',
    'postgres://%2Frun%2Fpg/x',
  ])
    assert.is(wrong({ DATABASE_URL: url }), '', url)
  assert.equal(unknownSettings({ PLATEN_RATE: '5', PLATEN_RATES: '5', PATH: '/bin' }), ['PLATEN_RATES'])
  assert.is(redacted(config)['PORT'], 3000)
  assert.match(settingsTable(), '| `PORT` | `3000` |')
})

parts('strict handling is found among preferences', () => {
  for (const prefer of ['handling=strict', 'respond-async, handling=strict', 'HANDLING = "strict"', 'wait=5; handling=strict'])
    assert.ok(wantsStrictHandling(prefer), prefer)
  for (const prefer of [undefined, '', 'handling=lenient', 'nothandling=strict', 'handling=strictly'])
    assert.not.ok(wantsStrictHandling(prefer))
})

parts('a queue serves teams in turn and always has room for a newcomer', () => {
  const queue = new FairQueue<string>(8)
  const taken = Array.from({ length: 8 }, (_, i) => queue.push('a', `a${i}`))
  assert.is(taken.filter(Boolean).length, 4) // 8 / 2
  assert.ok(queue.push('b', 'b0'))
  assert.ok(queue.push('b', 'b1'))
  assert.not.ok(queue.push('b', 'b2')) // 8 / 3
  assert.ok(queue.push('c', 'c0'))
  queue.putBack('a', 'again')
  const order: (string | undefined)[] = []
  while (queue.size > 0) order.push(queue.shift())
  assert.equal(order, ['again', 'b0', 'c0', 'a0', 'b1', 'a1', 'a2', 'a3'])
  assert.is(queue.shift(), undefined)
})

parts('a queue lets an occasional caller go before a rush, once a round', () => {
  const queue = new FairQueue<string>(100)
  const order: (string | undefined)[] = []
  for (let i = 0; i < 6; i++) queue.push('rush', `r${i}`)
  order.push(queue.shift(), queue.shift())
  queue.push('rare', 'x0')
  assert.equal([...queue.ahead('rush'), ...queue.ahead('new')], ['x0', 'r2', 'r3', 'r4', 'r5', 'x0'])
  order.push(queue.shift())
  // Its turn was a moment ago: it takes its place in the round, and cannot keep the rush from having one.
  queue.push('rare', 'x1')
  order.push(queue.shift(), queue.shift(), queue.shift(), queue.shift())
  queue.push('rare', 'x2')
  order.push(queue.shift(), queue.shift())
  assert.equal(order, ['r0', 'r1', 'x0', 'r2', 'x1', 'r3', 'r4', 'x2', 'r5'])
})

parts('a queue passes over what may not go yet, and keeps its place', () => {
  const queue = new FairQueue<string>(100)
  for (const item of ['long1', 'short1', 'long2', 'short2']) queue.push('a', item)
  queue.push('b', 'short3')
  const short = (item: string): boolean => item.startsWith('short')
  assert.equal([queue.shift(short), queue.shift(short), queue.shift(short), queue.shift(short)], ['short1', 'short3', 'short2', undefined])
  assert.equal([queue.size, queue.shift(), queue.shift()], [2, 'long1', 'long2'])
})

parts('frames come out whole however they are cut', () => {
  const frame = (header: object, body: string): Buffer => {
    const head = Buffer.from(JSON.stringify(header))
    const lengths = Buffer.alloc(8)
    lengths.writeUInt32BE(head.length, 0)
    lengths.writeUInt32BE(Buffer.byteLength(body), 4)
    return Buffer.concat([lengths, head, Buffer.from(body)])
  }
  const bytes = Buffer.concat([frame({ n: 1 }, ''), frame({ n: 2 }, 'body'), frame({ n: 3 }, 'é'.repeat(100))])
  for (const size of [1, 3, 7, 64, 1000]) {
    const reader = new FrameReader(1000)
    const found: string[] = []
    for (let at = 0; at < bytes.length; at += size) {
      for (const { header, body } of reader.push(bytes.subarray(at, at + size))) found.push(`${header['n']}:${body.length}`)
    }
    assert.equal(found, ['1:0', '2:4', '3:200'])
  }
  assert.throws(() => [...new FrameReader(10).push(frame({}, 'x'.repeat(11)))])
  assert.throws(() => [...new FrameReader(10).push(frame([], ''))])
})

parts('file names are safe everywhere', () => {
  const cases: readonly [string, string][] = [
    ['Invoice', 'Invoice.pdf'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j.pdf'],
    ['..', 'document.pdf'],
    ['.hidden.', 'hidden.pdf'],
    ['LPT1', 'document.pdf'],
    ['a\r\nSet-Cookie: x', 'a Set-Cookie x.pdf'],
    ['abc\u202Efdp.exe', 'abc fdp.exe.pdf'],
    ['100%', '100.pdf'],
    ['x'.repeat(500), `${'x'.repeat(80)}.pdf`],
  ]
  for (const [name, wanted] of cases) assert.is(safeFileName(name), wanted)
})

parts('shell words survive the shell', () => {
  assert.is(quote('plain-1.pdf'), 'plain-1.pdf')
  assert.is(quote(`it's $HOME`), `'it'\\''s $HOME'`)
})

parts('metrics speak the text format', async () => {
  const metrics = createMetrics()
  metrics.count('platen_requests_total', { route: 'a"b' })
  metrics.observe('platen_request_seconds', 0.02, { route: '/' })
  metrics.gauge('platen_queue_length', () => 3)
  const lines = (await metrics.text()).split('\n')
  assert.ok(lines.includes('platen_requests_total{route="a\\"b"} 1'))
  assert.ok(lines.includes('platen_request_seconds_bucket{le="0.01",route="/"} 0'))
  assert.ok(lines.includes('platen_request_seconds_bucket{le="0.025",route="/"} 1'))
  assert.ok(lines.includes('platen_request_seconds_count{route="/"} 1'))
  assert.ok(lines.includes('platen_queue_length 3'))
  assert.ok(lines.includes('# TYPE platen_request_seconds histogram'))
})

parts('progress says how far and how long', () => {
  assert.is(progressLine({ done: 0, total: 10, resumed: 0, seconds: 0 }), `${'░'.repeat(24)}  0 of 10`)
  assert.is(
    progressLine({ done: 5, total: 10, resumed: 3, seconds: 1 }),
    `${'█'.repeat(12)}${'░'.repeat(12)}  5 of 10, 2.0 a second, 3 s left`,
  ) // 5 / 2 s
  assert.match(progressLine({ done: 100, total: 100_000, resumed: 0, seconds: 10 }), '10 a second, 3 h left') // 9,990 s
})

parts('files are read below the base folder and nowhere else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  const put = (path: string): void => writeFileSync(join(folder, path), path)
  mkdirSync(join(folder, 'root/sub'), { recursive: true })
  mkdirSync(join(folder, 'rootless'))
  for (const path of ['root/a.txt', 'root/sub/b c.txt', 'secret.txt', 'rootless/x.txt']) put(path)
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'root/link.txt'))
  symlinkSync(join(folder, 'root/a.txt'), join(folder, 'root/sub/inner.txt'))
  symlinkSync(folder, join(folder, 'root/up'))
  const resolve = fileResolver(join(folder, 'root'), join(folder, 'root/sub'))
  const read = (url: string): string | undefined => {
    const bytes = resolve(url)
    return bytes && Buffer.from(bytes).toString()
  }
  assert.is(read('b%20c.txt?v=1#x'), 'root/sub/b c.txt')
  assert.is(read('../a.txt'), 'root/a.txt')
  assert.is(read('inner.txt'), 'root/a.txt')
  for (const url of [
    '../../secret.txt',
    '../link.txt',
    '../up/secret.txt',
    '../../rootless/x.txt',
    '%2e%2e/%2e%2e/secret.txt',
    '..\\..\\secret.txt',
  ])
    assert.is(read(url), undefined, url)
  for (const url of [
    join(folder, 'root/a.txt'),
    `file://${folder}/root/a.txt`,
    'http://localhost/a.txt',
    '//localhost/a.txt',
    'data:,x',
    '',
    '.',
    '../a.txt%00',
    'nope',
  ]) {
    assert.is(read(url), undefined, url)
  }
  rmSync(folder, { recursive: true })
})

parts('a diagnostic shows its line with a caret', () => {
  const problem = {
    code: 'unknown-helper',
    severity: 'error',
    message: 'unknown helper "monney"',
    hint: 'did you mean "money"?',
    at: { kind: 'text', line: 2, column: 4 },
  } as const
  const lines = [
    'a.html:2:4: error: unknown helper "monney" [unknown-helper]',
    '  2 | \t<b>{{monney x}}',
    '    | \t  ^',
    '  hint: did you mean "money"?',
    '',
  ]
  assert.is(describeProblem(problem, 'a.html', 'first\r\n\t<b>{{monney x}}\nlast'), lines.join('\n'))
  const pointer = { code: 'invalid-document', severity: 'error', message: 'no', at: { kind: 'pointer', pointer: '/content/0' } } as const
  assert.is(describeProblem(pointer, 'a.json', '{}'), 'a.json#/content/0: error: no [invalid-document]\n')
  const long = describeProblem({ ...problem, at: { kind: 'text', line: 1, column: 100_000 } }, 'a.html', 'x'.repeat(200_000))
  assert.ok(long.length < 400)
})

parts.run()
