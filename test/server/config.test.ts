import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ConfigError, readConfig, redacted, settingsTable, unknownSettings } from '../../server/config.ts'

const settings = suite('settings')

settings('settings have defaults, are validated, and are documented', () => {
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

settings.run()
