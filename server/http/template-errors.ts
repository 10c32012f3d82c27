// The errors of requests that name a template which cannot be rendered.
import { ApiError, type ErrorCode } from '../errors.ts'

/** The same bytes whether the template does not exist or belongs to another team: nothing of the request is in it. */
export function templateNotFound(path?: string): ApiError {
  return templateError('template_not_found', 'template not found', path)
}

/** Rendering uses the published version, and there is none. */
export function notPublished(path?: string): ApiError {
  return templateError('not_published', 'no version of the template is published', path)
}

function templateError(code: ErrorCode, message: string, path: string | undefined): ApiError {
  if (path === undefined) return new ApiError(code, message)
  return new ApiError(code, `${path}: ${message}`, { errors: [{ path, code, message }] })
}
