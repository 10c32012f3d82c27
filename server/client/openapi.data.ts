// Generated from the OpenAPI document by `PLATEN_UPDATE=1 node --import tsx test/documents/documents.test.ts`.

export interface RenderRequest {
  /** the values of the template; an empty array counts as an empty object */
  readonly data: { readonly [name: string]: unknown }
  /** `pdf` (default) answers the document, `url` an address it can be fetched from for 15 minutes */
  readonly output?: 'pdf' | 'url' | null
}

export interface MergeRequest {
  readonly templates: readonly {
    /** an integer reads as its digits */
    readonly id: string | number
    /** the values of the template; an empty array counts as an empty object */
    readonly data: { readonly [name: string]: unknown }
  }[]
  /** `pdf` (default) answers the document, `url` an address it can be fetched from for 15 minutes */
  readonly output?: 'pdf' | 'url' | null
}

export interface Template {
  readonly id: string
  readonly name: string
  readonly team_name: string
  readonly team_id: string
  readonly type: 'editor' | 'html'
  readonly created_at: string
  readonly meta: {
    readonly description?: string
  }
  readonly variables: readonly Variable[]
}

/** in order of first use; `items[]` is an element of `items` */
export interface Variable {
  readonly name: string
  readonly type: 'string' | 'array' | 'object'
}

export interface Asset {
  readonly name: string
  /** bytes */
  readonly size: number
  /** media type */
  readonly type: string
  /** SHA-256 of the bytes, in hexadecimal */
  readonly hash: string
}

export interface ListedAsset {
  readonly name: string
  /** bytes */
  readonly size: number
  /** media type */
  readonly type: string
  /** SHA-256 of the bytes, in hexadecimal */
  readonly hash: string
  /** ids of the templates that use it, also through shared parts and style sheets */
  readonly used_by: readonly string[]
  readonly updated_at: string
}

export interface ErrorBody {
  readonly status: number
  readonly code:
    | 'bad_request'
    | 'invalid_json'
    | 'invalid_encoding'
    | 'unauthenticated'
    | 'forbidden'
    | 'template_not_found'
    | 'not_found'
    | 'method_not_allowed'
    | 'not_acceptable'
    | 'request_timeout'
    | 'conflict'
    | 'asset_in_use'
    | 'url_expired'
    | 'version_conflict'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'range_not_satisfiable'
    | 'validation_failed'
    | 'template_error'
    | 'limit_exceeded'
    | 'too_deep'
    | 'rate_limited'
    | 'headers_too_large'
    | 'internal_error'
    | 'overloaded'
    | 'render_timeout'
  readonly message: string
  readonly errors: readonly FieldError[]
  readonly request_id: string
}

export interface FieldError {
  /** a field of the request such as `templates[1].data`, or `line:column` in a template */
  readonly path: string
  readonly code: string
  readonly message: string
}

/** What each operation takes and answers: `path`, `query` and `headers` of its request, its body, and the body of its success. */
export interface Operations {
  /** The templates of the team */
  readonly listTemplates: {
    readonly answer: readonly Template[]
  }
  /** Render several templates into one PDF */
  readonly mergeTemplates: {
    readonly headers?: {
      /** `handling=strict` refuses unknown fields and missing variables */
      readonly Prefer?: string
      /** a request repeated under its key within a day is answered as it was the first time, and made once */
      readonly 'Idempotency-Key'?: string
    }
    readonly body: MergeRequest
    readonly answer:
      | Uint8Array
      | {
          readonly status: 200
          readonly data: string
        }
  }
  /** One template */
  readonly getTemplate: {
    readonly path: {
      readonly id: string
    }
    readonly answer: Template
  }
  /** Render a template */
  readonly renderTemplate: {
    readonly path: {
      readonly id: string
    }
    readonly headers?: {
      /** `handling=strict` refuses unknown fields and missing variables */
      readonly Prefer?: string
      /** a request repeated under its key within a day is answered as it was the first time, and made once */
      readonly 'Idempotency-Key'?: string
    }
    readonly body: RenderRequest
    readonly answer:
      | Uint8Array
      | {
          readonly status: 200
          readonly data: string
        }
      | {
          readonly status: 200
          readonly url: string
        }
  }
  /** The assets of the team, by name */
  readonly listAssets: {
    readonly answer: readonly ListedAsset[]
  }
  /** The bytes of an asset */
  readonly getAsset: {
    readonly path: {
      /** segments of letters, digits, `_`, `-` and `.`, joined by `/`, none beginning with `.` or `-`; 128 characters at most. A slash is sent as it is */
      readonly name: string
    }
    readonly headers?: {
      /** hashes in quotes that the caller has */
      readonly 'If-None-Match'?: string
    }
    readonly answer: Uint8Array | undefined
  }
  /** Store an asset, or replace it; the next rendering uses it */
  readonly putAsset: {
    readonly path: {
      /** segments of letters, digits, `_`, `-` and `.`, joined by `/`, none beginning with `.` or `-`; 128 characters at most. A slash is sent as it is */
      readonly name: string
    }
    readonly headers?: {
      /** the hash in quotes that the asset must have, or `*` */
      readonly 'If-Match'?: string
      /** `*` stores only where there is none of this name */
      readonly 'If-None-Match'?: string
    }
    readonly body: Uint8Array
    readonly answer: Asset
  }
  /** Remove an asset */
  readonly deleteAsset: {
    readonly path: {
      /** segments of letters, digits, `_`, `-` and `.`, joined by `/`, none beginning with `.` or `-`; 128 characters at most. A slash is sent as it is */
      readonly name: string
    }
    readonly query?: {
      /** also when templates use it */
      readonly force?: boolean
    }
    readonly headers?: {
      /** the hash in quotes that the asset must have, or `*` */
      readonly 'If-Match'?: string
    }
    readonly answer: undefined
  }
}

/** Method and path of each operation. */
export const OPERATIONS = {
  listTemplates: { method: 'GET', path: '/api/templates' },
  mergeTemplates: { method: 'POST', path: '/api/templates/merge' },
  getTemplate: { method: 'GET', path: '/api/templates/{id}' },
  renderTemplate: { method: 'POST', path: '/api/templates/{id}/pdf' },
  listAssets: { method: 'GET', path: '/api/assets' },
  getAsset: { method: 'GET', path: '/api/assets/{name}' },
  putAsset: { method: 'PUT', path: '/api/assets/{name}' },
  deleteAsset: { method: 'DELETE', path: '/api/assets/{name}' },
} as const
