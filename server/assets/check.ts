// Checks the content of an asset before it is stored. Its bytes are opened in processes that may die of them, never in the server.
import type { Diagnostic } from '../../engine/index.ts'
import type { CancelSignal } from '../cancel-signal.ts'
import { ApiError } from '../errors.ts'
import type { Failure, JobAssets, Renderer } from '../pool/renderer.ts'
import type { AssetType } from './media-types.data.ts'

/** A style sheet or shared part cannot be compiled, or the renderer cannot say. */
export class AssetRefused extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(`the asset is refused: ${failure.kind}`)
    this.failure = failure
  }
}

interface Content {
  readonly teamId: string
  readonly name: string
  readonly type: AssetType
  readonly bytes: Uint8Array
  readonly hash: string
  /** The team's assets as they are. */
  readonly assets: JobAssets
}

/** Throws when templates could not use the asset. Returns the names of the assets that it uses itself. */
export async function checkContent(
  content: Content,
  renderer: Pick<Renderer, 'compile' | 'examine'>,
  signal: CancelSignal,
): Promise<readonly string[]> {
  const { teamId, name, type, bytes } = content
  if (type.family === 'css' || type.family === 'html') {
    // As a template would use it: problems are reported at their places in it, and a part may be one that is put around a block.
    const source = type.family === 'css' ? `<link rel="stylesheet" href="${name}">` : `{{#> "${name}"}}{{/"${name}"}}`
    const compiled = await renderer.compile({ teamId, type: 'html', source, assets: withUpload(content) }, signal)
    if (compiled.kind !== 'compiled') throw new AssetRefused(compiled)
    return compiled.assets.filter((used) => used !== name)
  }
  const examined = await renderer.examine({ bytes, type: type.mediaType }, signal)
  if (examined.kind !== 'examined') throw new AssetRefused(examined)
  if (examined.problem !== undefined) throw unusable(name, examined.problem)
  return []
}

/** The assets as they will be once the upload is saved: a cycle of shared parts shows before it is closed. */
function withUpload({ name, type, bytes, hash, assets }: Content): JobAssets {
  return {
    revision: assets.revision,
    manifest: async () => [...(await assets.manifest()).filter((other) => other.name !== name), { name, hash, type: type.mediaType }],
    bytes: async (wanted) => (wanted === hash ? bytes : assets.bytes(wanted)),
  }
}

function unusable(name: string, { code, message, hint }: Diagnostic): ApiError {
  const text = hint === undefined ? message : `${message} (${hint})`
  const kind = code.startsWith('limit-') ? 'limit_exceeded' : 'unsupported_media_type'
  return new ApiError(kind, `${name}: ${text}`, { errors: [{ path: name, code, message: text }] })
}
