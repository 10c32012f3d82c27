// Protects webhooks against SSRF. A webhook's URL is chosen by a team, so it must not lead into the network of the service: every address
// that its host name resolves to is checked when the connection is made, not before, and redirects are not followed.
import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const PRIVATE = new BlockList()
for (const [address, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
  ] as const),
  ...([
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.31.196.0', 24],
    ['192.52.193.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['192.175.48.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
    // A public number that Azure's hosts answer themselves: agents and metadata.
    ['168.63.129.16', 32],
  ] as const),
])
  PRIVATE.addSubnet(address, bits, 'ipv4')
/** Global unicast. Within it, prefixes that translate or tunnel to IPv4 could name a private address. */
const PUBLIC_6 = new BlockList()
PUBLIC_6.addSubnet('2000::', 3, 'ipv6')
const TUNNELS = new BlockList()
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2620:4f:8000::', 48],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  TUNNELS.addSubnet(address, bits, 'ipv6')

/** True for an address that belongs to the public internet. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !PRIVATE.check(address, 'ipv4')
  return family === 6 && PUBLIC_6.check(address, 'ipv6') && !TUNNELS.check(address, 'ipv6') && !isIsatap(address)
}

/** ISATAP (RFC 5214, 6.1) puts an IPv4 address behind any prefix: `…:0:5efe:192.168.0.1` or `…:200:5efe:…`. */
function isIsatap(address: string): boolean {
  const canonical = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname
  return /(^\[|:)(0|200)?:5efe:[\da-f]+:[\da-f]+\]$/.test(canonical)
}

/** Why events cannot be sent to this URL; undefined when they can, as far as that is known without a DNS look-up. */
export function problemWith(text: string, isPrivateAllowed: boolean): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'it is not an http or https URL'
  if (url.username !== '' || url.password !== '') return 'it contains a user name or password'
  if (isPrivateAllowed) return undefined
  if (url.protocol !== 'https:') return 'it must be https'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isPublic(host) ? 'its address is not public' : undefined
}

/** `dns.lookup` that fails if any of the addresses is not public. */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 0)
    const [first] = addresses
    if (first === undefined || !addresses.every(({ address }) => isPublic(address)))
      return callback(new Error('the host name resolves to an address that is not public'), '', 0)
    if (options.all === true) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}
