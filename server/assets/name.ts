import { ApiError } from '../errors.ts'

const MOST_CHARACTERS = 128
/** Segments joined by `/`; none begins with a dot, so that `..` is impossible. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/

/** Whether an asset may have this name. */
export function isAssetName(name: string): boolean {
  return name.length <= MOST_CHARACTERS && NAME.test(name)
}

export function checkAssetName(name: string): void {
  if (isAssetName(name)) return
  const message = `an asset's name is made of letters, digits, "_", "-" and ".", in segments joined by "/" that do not begin with "." or "-", ${MOST_CHARACTERS} characters at most`
  throw new ApiError('validation_failed', message, { errors: [{ path: 'name', code: 'invalid_value', message }] })
}
