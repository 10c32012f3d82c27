// Opens the place of stored files that the settings name. The code of the others is not loaded.
import { join } from 'node:path'
import { type Config, outputsOf } from '../config.ts'
import type { Sql } from '../store/sql.ts'
import { type FileKind, OUTPUT_KIND, type OutputFiles, openFolder } from './files.ts'

export async function openFiles(config: Config, shared: Sql | undefined, kind: FileKind = OUTPUT_KIND): Promise<OutputFiles> {
  const place = outputsOf(config)
  if (place === 'folder') return openFolder(join(config.dataDir, kind.folder), kind)
  if (place === 'postgres') {
    if (shared === undefined) throw new Error('files in PostgreSQL need its connection')
    return (await import('./postgres-files.ts')).openPostgresFiles(shared, kind.table)
  }
  return openBucketFiles(config, kind)
}

async function openBucketFiles(config: Config, kind: FileKind): Promise<OutputFiles> {
  const { s3Endpoint: endpoint = '', s3Bucket: bucket = '', s3Key: key = '', s3Secret: secret = '' } = config
  const { s3Prefix, s3Region: region } = config
  const prefix = s3Prefix + kind.prefix
  const isPresigned = config.s3Downloads === 'presigned'
  return (await import('./s3-files.ts')).openS3Files({ endpoint, bucket, prefix, region, key, secret, isPresigned, kind })
}

/** A bucket for documents that stay there. */
export interface Bucket {
  readonly files: OutputFiles
  /** Prefix and ending of the names of its objects. */
  readonly prefix: string
  readonly ending: string
}

/** The bucket of the settings, wherever generated files are kept; undefined when none is set. */
export async function openBucket(config: Config): Promise<Bucket | undefined> {
  const isSet = [config.s3Endpoint, config.s3Bucket, config.s3Key, config.s3Secret].every((value) => value !== undefined)
  if (!isSet) return undefined
  return { files: await openBucketFiles(config, OUTPUT_KIND), prefix: config.s3Prefix + OUTPUT_KIND.prefix, ending: OUTPUT_KIND.ending }
}
