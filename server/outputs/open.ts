// Opens the place of generated files that the settings name. The code of the others is not loaded.
import { join } from 'node:path'
import { type Config, outputsOf } from '../config.ts'
import type { Sql } from '../store/sql.ts'
import { type OutputFiles, openFolder } from './files.ts'

export async function openFiles(config: Config, shared: Sql | undefined): Promise<OutputFiles> {
  const kind = outputsOf(config)
  if (kind === 'folder') return openFolder(join(config.dataDir, 'outputs'))
  if (kind === 'postgres') {
    if (shared === undefined) throw new Error('files in PostgreSQL need its connection')
    return (await import('./postgres-files.ts')).openPostgresFiles(shared)
  }
  const { s3Endpoint: endpoint = '', s3Bucket: bucket = '', s3Key: key = '', s3Secret: secret = '' } = config
  const { s3Prefix: prefix, s3Region: region } = config
  const isPresigned = config.s3Downloads === 'presigned'
  return (await import('./s3-files.ts')).openS3Files({ endpoint, bucket, prefix, region, key, secret, isPresigned })
}
