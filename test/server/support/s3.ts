// An S3-compatible store for tests, from npm, in a temporary folder.
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error The package has no types; the part in use is declared below.
import S3rver from 's3rver'

interface S3Server {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}
type S3ServerClass = new (options: object) => S3Server

export interface TestS3 {
  /** Settings of a service that keeps its files there. */
  readonly environment: Readonly<Record<string, string>>
  readonly endpoint: string
  close(): Promise<void>
}

export const BUCKET = 'documents'

export async function startS3(): Promise<TestS3> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-s3-'))
  const options = { port: 0, address: '127.0.0.1', silent: true, directory: folder, configureBuckets: [{ name: BUCKET }] }
  const server = new (S3rver as S3ServerClass)(options)
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    // The only account of this store.
    environment: {
      PLATEN_OUTPUTS: 's3',
      PLATEN_S3_ENDPOINT: endpoint,
      PLATEN_S3_BUCKET: BUCKET,
      PLATEN_S3_KEY: 'S3RVER',
      PLATEN_S3_SECRET: 'S3RVER',
    },
    close: async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
