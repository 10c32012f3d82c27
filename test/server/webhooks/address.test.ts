// URLs that events may be sent to.
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isPublic, problemWith, publicLookup } from '../../../server/webhooks/address.ts'

const addresses = suite('webhooks: addresses')

const BAD = [
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '0.0.0.0',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  // Metadata services of Azure, Alibaba and Oracle.
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  '0.1.2.3',
  '100.127.255.255',
]
const BAD_6 = [
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  '2001:0:1::1',
  // Amazon's, IPv4 as mapped, translated and tunnelled, site-local, unspecified.
  'fd00:ec2::254',
  '::ffff:168.63.129.16',
  '::ffff:a83f:8110',
  '::168.63.129.16',
  '64:ff9b::a83f:8110',
  '64:ff9b:1::a9fe:a9fe',
  '2002:a83f:8110::',
  '2a00:1450:4001::5efe:10.0.0.1',
  '2a00:1450:4001:80b:200:5efe:a00:1',
  'fec0::1',
  '100::1',
]

addresses('only public addresses are allowed', () => {
  for (const address of [...BAD, ...BAD_6]) assert.not.ok(isPublic(address), address)
  for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '168.63.129.17', '2606:4700::1111', '2a00:1450:4001:80b::5efe'])
    assert.ok(isPublic(address), address)
})

addresses('private addresses are rejected in every notation', () => {
  const hosts = [...BAD, ...BAD_6.map((address) => `[${address}]`), '127.1', '0x7f000001', '2130706433', '017700000001', '0']
  for (const host of hosts) assert.ok(problemWith(`https://${host}/x`, false) !== undefined, host)
  for (const url of ['http://example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'https://user:pass@example.com/', 'x', '']) {
    assert.ok(problemWith(url, false) !== undefined, url)
  }
  assert.is(problemWith('https://example.com/hook?x=1', false), undefined)
})

addresses('a host name that resolves to a private address is rejected', async () => {
  for (const options of [{}, { all: true }]) {
    const error = await new Promise((resolve) => publicLookup('localhost', options, (error) => resolve(error)))
    assert.match(String(error), 'not public')
  }
})

addresses('all addresses of a host name are checked when the connection is made', async () => {
  const answers = { current: ['8.8.8.8'] }
  const real = dns.lookup
  // Only DNS is replaced.
  const fake = (_: string, __: object, callback: (error: null, addresses: { address: string; family: number }[]) => void): void =>
    callback(
      null,
      answers.current.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  dns.lookup = fake as typeof dns.lookup
  syncBuiltinESMExports()
  try {
    const look = (): Promise<string> =>
      new Promise((resolve) =>
        publicLookup('rebinding.example', {}, (error, address) => resolve(error === null ? String(address) : error.message)),
      )
    assert.is(await look(), '8.8.8.8')
    for (const bad of [...BAD, ...BAD_6]) {
      answers.current = ['8.8.8.8', bad]
      assert.match(await look(), 'not public', bad)
      answers.current = [bad]
      assert.match(await look(), 'not public', bad)
    }
  } finally {
    dns.lookup = real
    syncBuiltinESMExports()
  }
})

addresses.run()
