// What leads to each error code of the HTTP interface and what a caller does about it. The table in server/docs/http.md is made of these and of ERROR_STATUS.
import type { ErrorCode } from '../../server/errors.ts'

export interface HttpRemedy {
  readonly cause: string
  readonly mend: string
}

export const HTTP_REMEDIES: Readonly<Record<ErrorCode, HttpRemedy>> = {
  bad_request: { cause: 'The request is not valid HTTP, lacks its `Host` header, or is a `CONNECT`.', mend: 'Correct the client or the proxy before it.' },
  invalid_json: {
    cause: 'The body is empty or not valid JSON; `message` gives line and column.',
    mend: 'Send what a JSON encoder gives; check that the client sends the body at all.',
  },
  invalid_encoding: {
    cause: 'The body is not valid UTF-8, or its compression is damaged or incomplete.',
    mend: 'Encode the body as UTF-8; compress it as `Content-Encoding` says, and send it whole.',
  },
  unauthenticated: {
    cause: 'No `Authorization: Bearer` header, or the token is unknown, revoked or expired.',
    mend: 'Send a token of `platen tokens create`. Do not retry with the same one.',
  },
  forbidden: { cause: 'The token lacks the scope that `message` names.', mend: 'Make a token with that scope.' },
  template_not_found: {
    cause: 'The team of the token has no template of this id; a merge names `templates[i].id`.',
    mend: 'Take the id from `GET /api/templates`.',
  },
  not_found: { cause: 'Nothing is at this address.', mend: 'Check path and base address.' },
  method_not_allowed: { cause: 'The address knows other methods; the header `Allow` lists them.', mend: 'Use one of them.' },
  not_acceptable: {
    cause: '`Accept` allows neither `application/pdf` nor `application/json`.',
    mend: 'Send one of them, or no `Accept`.',
  },
  request_timeout: {
    cause: 'Header or body came too slowly (`PLATEN_BODY_SECONDS`).',
    mend: 'Send the body without pauses; retry on a better line.',
  },
  conflict: {
    cause: 'A request with the same `Idempotency-Key` is still being answered.',
    mend: 'Retry after `Retry-After`: the answer is that of the first request.',
  },
  asset_in_use: {
    cause: 'Templates use the asset that is to be removed; `errors` names them.',
    mend: 'Change these templates first, or remove it with `?force=true`.',
  },
  not_published: {
    cause: 'No version of the template is published; a merge names `templates[i].id`.',
    mend: 'Publish a version (`POST …/versions/{n}/publish`), or render the newest with `?version=draft`.',
  },
  url_expired: { cause: 'The download URL is older than its life of 15 minutes (`PLATEN_URL_SECONDS`).', mend: 'Render again.' },
  version_conflict: {
    cause: 'What `If-Match` or `If-None-Match` expects is not so: it was changed, or exists already.',
    mend: 'Read it again, and repeat the change on what it is now.',
  },
  payload_too_large: { cause: 'The body is larger than allowed (`PLATEN_BODY_BYTES`, of an asset `PLATEN_ASSET_BYTES`).', mend: 'Send less data; keep pictures as assets.' },
  unsupported_media_type: {
    cause: '`Content-Type` is not JSON, or `Content-Encoding` neither `gzip` nor `br`. Of an asset: its bytes, `Content-Type` and name do not agree, or are of a type that templates cannot use.',
    mend: 'Send `Content-Type: application/json`; compress by `gzip` or `br`, or not at all.',
  },
  range_not_satisfiable: {
    cause: 'A `Range` of a download begins behind its end; `Content-Range` gives its length.',
    mend: 'Ask for a range within the length, or for the whole document.',
  },
  validation_failed: {
    cause: 'Fields of the body are missing or wrong; `errors` lists each with its path. With `Prefer: handling=strict`, unknown fields and missing variables as well.',
    mend: 'Correct the fields in `errors`.',
  },
  template_error: {
    cause: 'The template does not compile, or stopped the renderer repeatedly with this data (both are refused for ten minutes then). `errors` holds the diagnostics.',
    mend: 'Correct the template (`platen check`), and push it again.',
  },
  limit_exceeded: {
    cause: 'The document exceeds a limit: pages, rows, parts of a merge, memory, size of the PDF.',
    mend: 'Render less at once, or raise the limit in the settings.',
  },
  too_deep: { cause: 'The JSON nests deeper than allowed (`PLATEN_JSON_DEPTH`).', mend: 'Flatten the data.' },
  rate_limited: {
    cause: 'The token made more requests than a minute allows (`PLATEN_RATE`), or the team has as many unfinished jobs as it may have (`PLATEN_JOBS`).',
    mend: 'Wait for `Retry-After` seconds; watch `X-RateLimit-Remaining`.',
  },
  headers_too_large: { cause: 'The header of the request has more than 16 KiB.', mend: 'Send fewer or shorter headers and cookies.' },
  internal_error: {
    cause: 'A fault of the service. Nothing about it is shown; the log has it under `request_id`.',
    mend: 'Retry once; report it with `request_id` if it persists.',
  },
  overloaded: {
    cause: 'More renderings arrive than can be done, too many connections are open, the store is unavailable, or the service is draining.',
    mend: 'Retry after `Retry-After` seconds, with growing intervals. If it persists, add a machine.',
  },
  render_timeout: {
    cause: 'The rendering took longer than `PLATEN_RENDER_SECONDS` or more processor time than `PLATEN_CPU_SECONDS`.',
    mend: 'Render less at once. A retry takes as long.',
  },
}
