// Who a request comes from: the address of its connection, or the one that a trusted proxy reports in `X-Forwarded-For`.
import { BlockList, isIP } from 'node:net'

/** Says whether an address is that of a trusted proxy. */
export type TrustedProxies = (address: string) => boolean

/** A list of addresses and networks such as `10.0.0.0/8`, separated by commas; undefined if a part of it is neither. */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  const trusted = new BlockList()
  for (const part of text.split(',').map((part) => part.trim())) if (part !== '' && !addNetwork(trusted, part)) return undefined
  return (address) => {
    const family = isIP(address)
    return family !== 0 && trusted.check(address, family === 4 ? 'ipv4' : 'ipv6')
  }
}

function addNetwork(list: BlockList, text: string): boolean {
  const [, address = '', bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? []
  const family = isIP(address)
  const most = family === 4 ? 32 : 128
  const prefix = bits === undefined ? most : Number(bits)
  if (family === 0 || prefix > most) return false
  list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6')
  return true
}

/**
 * The client's address. Each proxy appends the address that it was called from, so the list is read from its end, for as long as the addresses are those of trusted
 * proxies: what stands before the first other address was sent by the client, and may be anything.
 */
export function clientAddress(
  peer: string | undefined,
  forwarded: string | readonly string[] | undefined,
  isTrusted: TrustedProxies,
): string {
  let address = plainAddress(peer ?? '') ?? ''
  if (forwarded === undefined) return address
  const reported = [forwarded].flat().join(',').split(',')
  while (isTrusted(address)) {
    const before = plainAddress(reported.pop()?.trim() ?? '')
    if (before === undefined) return address
    address = before
  }
  return address
}

/** What attempts are counted by: an address, or the network of 64 bits that one customer has with IPv6. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [before = '', after] = address.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [first, last] = [groups(before), groups(after ?? '')]
  const zeros = after === undefined ? 0 : 8 - first.length - last.length
  const all = [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Without port, brackets, zone, and the form that IPv4 addresses have on sockets of IPv6; undefined for anything else. */
function plainAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(text)?.[1] ?? text
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  return isIP(address) === 0 ? undefined : address.toLowerCase()
}

/** An address as people are shown it: enough to tell places apart. */
export function abbreviatedAddress(address: string): string {
  return isIP(address) === 6 ? networkOf(address) : address.replace(/\.\d+$/, '.…')
}
