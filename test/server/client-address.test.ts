// Who a request comes from, behind proxies or pretending to be.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { abbreviatedAddress, clientAddress, networkOf, parseTrustedProxies } from '../../server/client-address.ts'

const address = suite('client address')
const trusted = parseTrustedProxies('10.0.0.0/8, 2001:db8::/32,127.0.0.1')!

address('the address of the connection counts while no proxy is trusted', () => {
  const none = parseTrustedProxies('')!
  assert.is(clientAddress('192.0.2.1', '203.0.113.9', none), '192.0.2.1')
  assert.is(clientAddress('::ffff:192.0.2.1', undefined, none), '192.0.2.1')
  assert.is(clientAddress(undefined, '203.0.113.9', none), '')
})

address('a trusted proxy reports whom it was called by, others are not believed', () => {
  for (const [peer, forwarded, expected] of [
    ['10.1.2.3', '203.0.113.9', '203.0.113.9'],
    ['::ffff:10.1.2.3', '203.0.113.9', '203.0.113.9'],
    ['2001:db8::7', '2001:DB9::1', '2001:db9::1'],
    ['10.1.2.3', undefined, '10.1.2.3'],
    // The client has sent the first one itself.
    ['10.1.2.3', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['10.1.2.3', '198.51.100.1, 203.0.113.9, 10.9.9.9', '203.0.113.9'],
    ['10.1.2.3', '127.0.0.1, 10.9.9.9', '127.0.0.1'],
    ['10.1.2.3', '203.0.113.9:4711', '203.0.113.9'],
    ['10.1.2.3', '[2001:db9::1]:4711', '2001:db9::1'],
    ['10.1.2.3', 'unknown', '10.1.2.3'],
    ['10.1.2.3', '203.0.113.9, <script>', '10.1.2.3'],
    ['203.0.113.77', '127.0.0.1', '203.0.113.77'],
  ] as const)
    assert.is(clientAddress(peer, forwarded, trusted), expected, `${peer} ${forwarded}`)
  assert.is(clientAddress('10.1.2.3', ['198.51.100.1', '203.0.113.9'], trusted), '203.0.113.9')
})

address('a list that is none is no list', () => {
  for (const text of ['10.0.0.0/33', 'loopback', '10.0.0', '::1/129', '10.0.0.1;10.0.0.2', '10.0.0.0/8/8', '*'])
    assert.is(parseTrustedProxies(text), undefined, text)
  for (const text of ['', ' ', '10.0.0.1', '::1', 'fd00::/8', '10.0.0.0/8,, ::1']) assert.is.not(parseTrustedProxies(text), undefined, text)
})

address('attempts are counted by the network of 64 bits with IPv6', () => {
  assert.is(networkOf('192.0.2.1'), '192.0.2.1')
  for (const text of ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::', '2001:0db8:0001:0002::ffff'])
    assert.is(networkOf(text), '2001:db8:1:2::/64')
  assert.is(networkOf('::1'), '0:0:0:0::/64')
  assert.is(abbreviatedAddress('192.0.2.1'), '192.0.2.…')
  assert.is(abbreviatedAddress('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
})

address.run()
