import type { AddressInfo, Server } from 'node:net'

/** The port of a TCP server that listens. */
export function portOf(server: Server): number {
  // `address` gives a string for pipes only, and null before the server listens.
  return (server.address() as AddressInfo).port
}
