// Generated from the OpenAPI document by `PLATEN_UPDATE=1 node --import tsx test/documents/documents.test.ts`.

export interface RenderRequest {
  /** the values of the template; an empty array counts as an empty object */
  readonly data: { readonly [name: string]: unknown }
  /** `pdf` (default) answers the document, `url` an address it can be fetched from for 15 minutes */
  readonly output?: 'pdf' | 'url' | null
  /** files inside the PDF */
  readonly attachments?: readonly Attachment[] | null
}

export interface MergeRequest {
  readonly templates: readonly {
    /** an integer reads as its digits */
    readonly id: string | number
    /** the values of the template; an empty array counts as an empty object */
    readonly data: { readonly [name: string]: unknown }
    /** of its entry in the outline (`outline: "parts"`); its own title when absent */
    readonly title?: string | null
    /** levels that its headings are moved down in the structure tree */
    readonly heading_shift?: number | null
    /** files inside the PDF */
    readonly attachments?: readonly Attachment[] | null
  }[]
  /** `pdf` (default) answers the document, `url` an address it can be fetched from for 15 minutes */
  readonly output?: 'pdf' | 'url' | null
  /** of the document; that of the first template when absent */
  readonly title?: string | null
  /** outlines of the templates one after another (default), each below an entry for its template, or none */
  readonly outline?: 'joined' | 'parts' | 'none' | null
  /** what page numbers count: each template by itself (default), or the whole document */
  readonly page_numbers?: 'part' | 'document' | null
  /** files inside the PDF */
  readonly attachments?: readonly Attachment[] | null
}

export interface Attachment {
  /** of the file, without a folder */
  readonly name: string
  /** its bytes as base64 */
  readonly data: string
  /** by the ending of the name when absent */
  readonly mime?: string | null
  /** what it is to the document; `unspecified` when absent */
  readonly relationship?: 'source' | 'data' | 'alternative' | 'supplement' | 'unspecified' | null
  /** for readers */
  readonly description?: string | null
  /** when it was changed (ISO 8601) */
  readonly modified?: string | null
}

export interface NewTemplate {
  /** not blank, without control characters */
  readonly name: string
  /** HTML with placeholders, or the document of an editor such as TipTap */
  readonly type: 'html' | 'editor'
  /** the source, of at most 2097152 bytes; an editor document may be an object, or a list of blocks. It comes back as it was sent */
  readonly source: string | { readonly [name: string]: unknown } | readonly unknown[]
  /** one line for the list of templates */
  readonly description?: string | null
  /** why this version was made, for the list of versions */
  readonly note?: string | null
  /** whether rendering uses it at once; by default if the token may publish */
  readonly publish?: boolean | null
  /** standards that its PDFs keep and claim where the source says nothing, such as `a-3u ua-1`; `none` claims nothing, null leaves it to the team */
  readonly conformance?: string | null
  /** false: its PDFs have no structure tree, where the source says nothing; null leaves it to the team */
  readonly tagged?: boolean | null
}

export interface TemplateChange {
  /** not blank, without control characters */
  readonly name?: string | null
  /** HTML with placeholders, or the document of an editor such as TipTap */
  readonly type?: 'html' | 'editor' | null
  /** the source, of at most 2097152 bytes; an editor document may be an object, or a list of blocks. It comes back as it was sent */
  readonly source?: string | { readonly [name: string]: unknown } | readonly unknown[] | null
  /** one line for the list of templates */
  readonly description?: string | null
  /** why this version was made, for the list of versions */
  readonly note?: string | null
  /** whether rendering uses the newest version from now on; by default if a source is given and the token may publish */
  readonly publish?: boolean | null
  /** standards that its PDFs keep and claim where the source says nothing, such as `a-3u ua-1`; `none` claims nothing, null leaves it to the team */
  readonly conformance?: string | null
  /** false: its PDFs have no structure tree, where the source says nothing; null leaves it to the team */
  readonly tagged?: boolean | null
}

export interface SourceRequest {
  /** HTML with placeholders, or the document of an editor such as TipTap */
  readonly type: 'html' | 'editor'
  /** the source, of at most 2097152 bytes; an editor document may be an object, or a list of blocks. It comes back as it was sent */
  readonly source: string | { readonly [name: string]: unknown } | readonly unknown[]
  /** the values of the template; an empty array counts as an empty object */
  readonly data: { readonly [name: string]: unknown }
  /** `pdf` (default) answers the document, `url` an address it can be fetched from for 15 minutes */
  readonly output?: 'pdf' | 'url' | null
  /** files inside the PDF */
  readonly attachments?: readonly Attachment[] | null
}

export interface PreviewRequest {
  /** a stored template, whose newest version is shown */
  readonly id?: string | number | null
  /** HTML with placeholders, or the document of an editor such as TipTap */
  readonly type?: 'html' | 'editor' | null
  /** the source, of at most 2097152 bytes; an editor document may be an object, or a list of blocks. It comes back as it was sent */
  readonly source?: string | { readonly [name: string]: unknown } | readonly unknown[] | null
  /** the values; made up when absent */
  readonly data?: { readonly [name: string]: unknown } | null
  /** instead of `data`: the name of a data example of the stored template */
  readonly example?: string | null
  /** such as `2`, `1-3` or `4-`; all pages when absent */
  readonly page_range?: string | number | null
  /** false leaves the boxes out, which take about as long as the rendering */
  readonly boxes?: boolean | null
  /** true adds the JSON schema of the data, and sample data */
  readonly schema?: boolean | null
  /** pages of which the answer says where the elements of the source stand; none when absent */
  readonly places?: string | number | null
}

export interface ManagedTemplate {
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
  /** standards that its PDFs keep and claim where the source says nothing, or `none`; absent where the default of the team counts */
  readonly conformance?: string
  /** whether its PDFs are tagged where the source says nothing; absent where the default of the team counts */
  readonly tagged?: boolean
  /** of the newest version */
  readonly version: number
  /** the version that rendering uses; null when none is published */
  readonly published_version: number | null
  /** of the source; absent when none was saved */
  readonly diagnostics?: readonly Diagnostic[]
}

export interface Diagnostic {
  /** an error of rendering with made-up data does not stop saving */
  readonly severity: 'error' | 'warning'
  /** `source:12:5` (line and column), or a JSON pointer into an editor document */
  readonly path: string
  readonly code: string
  readonly message: string
  readonly hint?: string
}

export interface TemplateSource {
  readonly type: 'editor' | 'html'
  /** of the newest version */
  readonly version: number
  /** the version that rendering uses; null when none is published */
  readonly published_version: number | null
  /** as it was sent: a text, an object, or a list of blocks */
  readonly source: string | { readonly [name: string]: unknown } | readonly unknown[]
}

export interface TemplateVersion {
  readonly version: number
  readonly created_at: string
  /** rendering uses this version */
  readonly published: boolean
  readonly note: string | null
  /** the name of the token that saved it */
  readonly author: string | null
}

export interface TemplateVersionContent {
  readonly version: number
  readonly created_at: string
  /** rendering uses this version */
  readonly published: boolean
  readonly note: string | null
  /** the name of the token that saved it */
  readonly author: string | null
  /** what the version uses, with the hashes it was published with */
  readonly assets: readonly {
    readonly name: string
    /** SHA-256; null where there was no asset of this name */
    readonly hash: string | null
  }[]
  /** as it was sent: a text, an object, or a list of blocks */
  readonly source: string | { readonly [name: string]: unknown } | readonly unknown[]
}

export interface Preview {
  /** the pages of the range; null when there is no document */
  readonly pdf: string | null
  /** of the whole document */
  readonly pages: number
  /** of the source, and why there is no document */
  readonly diagnostics: readonly Diagnostic[]
  /** what a rendering with this data would count */
  readonly warnings: readonly {
    readonly code: string
    readonly message: string
    readonly path: string
  }[]
  readonly variables: readonly Variable[]
  /** the first 4,000 of the elements on these pages */
  readonly boxes?: readonly {
    /** such as `html>body>div:nth-child(2)` */
    readonly path: string
    readonly id?: string
    readonly page: number
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }[]
  /** the JSON schema of the data, when it was asked for and the template can be compiled */
  readonly schema?: { readonly [name: string]: unknown }
  /** made-up data, with the schema */
  readonly sample?: { readonly [name: string]: unknown }
  /** where the elements of the source stand on the pages of `places`, compact; as the document is painted, also when it is scaled to fit */
  readonly places?: {
    /** places: `line:column`, or the JSON pointer of a node */
    readonly at: readonly string[]
    /** for each place the first and the last page that it stands on */
    readonly spans: readonly number[]
    /** the page that the first list of `boxes` is of */
    readonly first: number
    /** for each page five numbers a box: the index of its place, then left, top, width and height in points from the top left of the sheet */
    readonly boxes: readonly (readonly number[])[]
  }
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
  /** standards that its PDFs keep and claim where the source says nothing, or `none`; absent where the default of the team counts */
  readonly conformance?: string
  /** whether its PDFs are tagged where the source says nothing; absent where the default of the team counts */
  readonly tagged?: boolean
}

/** in order of first use; `items[]` is an element of `items` */
export interface Variable {
  readonly name: string
  readonly type: 'string' | 'array' | 'object'
}

/** the values of the template; it comes back as it was sent */
export interface ExampleData {
  readonly [name: string]: unknown
}

export interface Example {
  readonly name: string
  /** bytes */
  readonly size: number
  /** SHA-256 of the data, in hexadecimal */
  readonly hash: string
  readonly updated_at: string
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

export type JobRequest =
  | {
      /** an integer reads as its digits */
      readonly template: string | number
      /** the data of each document; one that is no object is a failure of its row */
      readonly rows: readonly unknown[]
      readonly templates?: readonly {
        /** an integer reads as its digits */
        readonly id: string | number
        /** the values of the template; an empty array counts as an empty object */
        readonly data: { readonly [name: string]: unknown }
        /** files inside the PDF */
        readonly attachments?: readonly Attachment[] | null
      }[]
      /** `url` (default): an address for each document; `zip` or `merged`: one for a file of all; `s3`: an object in the configured bucket for each */
      readonly output?: 'url' | 'zip' | 'merged' | 's3' | null
      /** an https address that is told when the job has ended */
      readonly callback?: string | null
      /** files inside each PDF; with `merged`, inside the one */
      readonly attachments?: readonly Attachment[] | null
    }
  | {
      /** an integer reads as its digits */
      readonly template?: string | number
      /** the data of each document; one that is no object is a failure of its row */
      readonly rows?: readonly unknown[]
      readonly templates: readonly {
        /** an integer reads as its digits */
        readonly id: string | number
        /** the values of the template; an empty array counts as an empty object */
        readonly data: { readonly [name: string]: unknown }
        /** files inside the PDF */
        readonly attachments?: readonly Attachment[] | null
      }[]
      /** `url` (default): an address for each document; `zip` or `merged`: one for a file of all; `s3`: an object in the configured bucket for each */
      readonly output?: 'url' | 'zip' | 'merged' | 's3' | null
      /** an https address that is told when the job has ended */
      readonly callback?: string | null
      /** files inside each PDF; with `merged`, inside the one */
      readonly attachments?: readonly Attachment[] | null
    }

export interface Job {
  readonly id: string
  /** `done` when it has ended, also if rows have failed; `failed` when no row could be rendered, or the file of all not be made */
  readonly status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly output: 'url' | 'zip' | 'merged' | 's3'
  /** rows */
  readonly total: number
  /** rows that are rendered */
  readonly done: number
  /** rows that cannot be rendered */
  readonly failed: number
  /** in the order of the rows */
  readonly results: readonly JobResult[]
  /** those of the job as a whole first, then in the order of the rows */
  readonly errors: readonly JobError[]
  readonly created_at: string
  /** when the job and its results are removed; before its end, when it would be given up if nothing were done any more */
  readonly expires_at: string
  /** signs the callback; answered to the request that made the job */
  readonly callback_secret?: string
}

export interface JobResult {
  /** index in `rows` or `templates`, from 0; absent for the file of all documents */
  readonly row?: number
  /** of the PDF; with `zip` and `merged` there is one for all rows, at the end */
  readonly url?: string
  /** name of the object, with `s3` */
  readonly key?: string
  readonly pages?: number
  /** number of warnings */
  readonly warnings?: number
}

export interface JobError {
  /** index in `rows` or `templates`, from 0; absent for the file of all documents */
  readonly row: number | null
  readonly code: string
  readonly message: string
}

/** what a call to render, merge or preview came to; null is what does not apply */
export interface LoggedRequest {
  readonly request_id: string
  /** when it was answered */
  readonly at: string
  readonly route: string
  /** of the answer; 499 where the caller had gone */
  readonly status: number
  /** of the error */
  readonly code: string | null
  /** its id; of a merge, the first */
  readonly template: string | null
  readonly ms: number
  readonly pages: number | null
  /** of the PDF, where it was in the answer */
  readonly bytes: number | null
  /** the first 200 */
  readonly warnings: readonly {
    readonly code: string
    readonly path: string
  }[]
}

export interface EmbedSessionRequest {
  /** id of the one template that the frame shows */
  readonly template: string
  /** of the page that holds the frame; one of `PLATEN_EMBED_ORIGINS` */
  readonly origin: string
  /** `view` when absent; `edit` saves drafts, `publish` publishes them; the token must have the scopes for it */
  readonly right?: 'view' | 'edit' | 'publish'
  /** 3600 when absent */
  readonly seconds?: number
  /** who looks, shown as author of versions; the name of the token when absent */
  readonly name?: string
}

export interface EmbedSession {
  /** for the `src` of the frame; the session is in its fragment */
  readonly url: string
  /** to be posted to a frame whose session is about to end */
  readonly session: string
  readonly template: string
  readonly origin: string
  readonly right: 'view' | 'edit' | 'publish'
  readonly expires_at: string
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
    | 'not_published'
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

export interface RenderWarning {
  readonly code: string
  readonly message: string
  /** in the data `items[3].name`, else in the source `source:12:5`; of a merge behind `templates[1].` */
  readonly path: string
}

export interface FieldError {
  /** a field of the request such as `templates[1].data`, `line:column` in a stored template, or `source:line:column` in one that was sent */
  readonly path: string
  readonly code: string
  readonly message: string
  /** what to write instead; of a source that was sent */
  readonly hint?: string
}

/** What each operation takes and answers: `path`, `query` and `headers` of its request, its body, and the body of its success. */
export interface Operations {
  /** The templates of the team */
  readonly listTemplates: {
    readonly answer: readonly Template[]
  }
  /** Create a template */
  readonly createTemplate: {
    readonly headers?: {
      /** `handling=strict` refuses unknown fields; problems of the source are never refused by it */
      readonly Prefer?: string
      /** a request repeated under its key is answered with the template that it made the first time, and `Idempotency-Replayed: true` */
      readonly 'Idempotency-Key'?: string
    }
    readonly body: NewTemplate
    readonly answer: ManagedTemplate
  }
  /** Render several templates into one PDF */
  readonly mergeTemplates: {
    readonly headers?: {
      /** `warnings` adds the warnings to an answer in JSON; `handling=strict` refuses unknown fields, missing variables, and a document that lacks anything; `conformance="a-3u ua-1"` makes a PDF that keeps and claims these standards or an error, and `conformance=none` one that claims nothing; `tagged=false` leaves out the structure tree */
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
          /** with `Prefer: warnings`: the first thousand */
          readonly warnings?: readonly RenderWarning[]
        }
  }
  /** One template */
  readonly getTemplate: {
    readonly path: {
      readonly id: string
    }
    readonly answer: Template
  }
  /** Change a template, or create it under this id (`If-None-Match: *`, with name, type and source) */
  readonly saveTemplate: {
    readonly path: {
      readonly id: string
    }
    readonly headers?: {
      /** `handling=strict` refuses unknown fields; problems of the source are never refused by it */
      readonly Prefer?: string
      /** the version that must be the newest */
      readonly 'If-Match'?: string
      /** `*` creates the template under this id, which the team must not have */
      readonly 'If-None-Match'?: string
    }
    readonly body: TemplateChange
    readonly answer: ManagedTemplate
  }
  /** Delete a template; for 30 days it can be brought back */
  readonly deleteTemplate: {
    readonly path: {
      readonly id: string
    }
    readonly headers?: {
      /** the version that must be the newest */
      readonly 'If-Match'?: string
    }
    readonly answer: undefined
  }
  /** Render a template */
  readonly renderTemplate: {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      /** `draft` renders the newest version, published or not */
      readonly version?: 'draft' | 'published'
    }
    readonly headers?: {
      /** `warnings` adds the warnings to an answer in JSON; `handling=strict` refuses unknown fields, missing variables, and a document that lacks anything; `conformance="a-3u ua-1"` makes a PDF that keeps and claims these standards or an error, and `conformance=none` one that claims nothing; `tagged=false` leaves out the structure tree */
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
          /** with `Prefer: warnings`: the first thousand */
          readonly warnings?: readonly RenderWarning[]
        }
      | {
          readonly status: 200
          readonly url: string
          /** with `Prefer: warnings`: the first thousand */
          readonly warnings?: readonly RenderWarning[]
        }
  }
  /** Bring back a template that was deleted in the last 30 days */
  readonly undeleteTemplate: {
    readonly path: {
      readonly id: string
    }
    readonly answer: ManagedTemplate
  }
  /** The newest source */
  readonly getTemplateSource: {
    readonly path: {
      readonly id: string
    }
    readonly answer: TemplateSource
  }
  /** The versions that are kept, newest first */
  readonly listTemplateVersions: {
    readonly path: {
      readonly id: string
    }
    readonly answer: readonly TemplateVersion[]
  }
  /** One version with its source */
  readonly getTemplateVersion: {
    readonly path: {
      readonly id: string
      readonly version: string
    }
    readonly answer: TemplateVersionContent
  }
  /** Make rendering use this version */
  readonly publishTemplateVersion: {
    readonly path: {
      readonly id: string
      readonly version: string
    }
    readonly answer: ManagedTemplate
  }
  /** Show what a source looks like, or what is wrong with it; nothing is stored */
  readonly previewTemplate: {
    readonly headers?: {
      /** `handling=strict` refuses unknown fields; problems of the source are never refused by it */
      readonly Prefer?: string
    }
    readonly body: PreviewRequest
    readonly answer: Preview
  }
  /** The data examples of a template, by name */
  readonly listTemplateExamples: {
    readonly path: {
      readonly id: string
    }
    readonly answer: readonly Example[]
  }
  /** The data of an example */
  readonly getTemplateExample: {
    readonly path: {
      readonly id: string
      /** letters of any script, digits, spaces, `.`, `_` and `-`, not beginning with a space, `.` or `-`, not ending with a space or `.pages`; 200 bytes at most */
      readonly name: string
    }
    readonly answer: ExampleData
  }
  /** Store a data example, or replace it */
  readonly putTemplateExample: {
    readonly path: {
      readonly id: string
      /** letters of any script, digits, spaces, `.`, `_` and `-`, not beginning with a space, `.` or `-`, not ending with a space or `.pages`; 200 bytes at most */
      readonly name: string
    }
    readonly body: ExampleData
    readonly answer: Example
  }
  /** Remove a data example */
  readonly deleteTemplateExample: {
    readonly path: {
      readonly id: string
      /** letters of any script, digits, spaces, `.`, `_` and `-`, not beginning with a space, `.` or `-`, not ending with a space or `.pages`; 200 bytes at most */
      readonly name: string
    }
    readonly answer: undefined
  }
  /** Render a source without storing it */
  readonly renderSource: {
    readonly headers?: {
      /** `warnings` adds the warnings to an answer in JSON; `handling=strict` refuses unknown fields, missing variables, and a document that lacks anything; `conformance="a-3u ua-1"` makes a PDF that keeps and claims these standards or an error, and `conformance=none` one that claims nothing; `tagged=false` leaves out the structure tree */
      readonly Prefer?: string
      /** a request repeated under its key within a day is answered as it was the first time, and made once */
      readonly 'Idempotency-Key'?: string
    }
    readonly body: SourceRequest
    readonly answer:
      | Uint8Array
      | {
          readonly status: 200
          readonly data: string
          /** with `Prefer: warnings`: the first thousand */
          readonly warnings?: readonly RenderWarning[]
        }
      | {
          readonly status: 200
          readonly url: string
          /** with `Prefer: warnings`: the first thousand */
          readonly warnings?: readonly RenderWarning[]
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
  /** Render up to 50000 documents in the background, below all other requests */
  readonly createJob: {
    readonly headers?: {
      /** a request repeated under its key is answered with the job that it made the first time, and `Idempotency-Replayed: true` */
      readonly 'Idempotency-Key'?: string
      /** `handling=strict` refuses unknown fields; rows that lack variables, and documents that lack anything, fail; `conformance` and `tagged` are those of renderings */
      readonly Prefer?: string
    }
    readonly body: JobRequest
    readonly answer: Job
  }
  /** Progress and results of a job */
  readonly getJob: {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      /** `no` leaves out results and errors of rows, for those who ask for progress often */
      readonly results?: 'no' | 'yes'
    }
    readonly answer: Job
  }
  /** Cancel a job; what it has made stays until it expires. Nothing happens to one that has ended */
  readonly cancelJob: {
    readonly path: {
      readonly id: string
    }
    readonly answer: undefined
  }
  /** What a call of the last day came to */
  readonly getRequest: {
    readonly path: {
      /** `X-Request-Id` of the call */
      readonly request_id: string
    }
    readonly answer: LoggedRequest
  }
  /** Let a frame of another application show one template */
  readonly createEmbedSession: {
    readonly body: EmbedSessionRequest
    readonly answer: EmbedSession
  }
}

/** Method and path of each operation. */
export const OPERATIONS = {
  listTemplates: { method: 'GET', path: '/api/templates' },
  createTemplate: { method: 'POST', path: '/api/templates' },
  mergeTemplates: { method: 'POST', path: '/api/templates/merge' },
  getTemplate: { method: 'GET', path: '/api/templates/{id}' },
  saveTemplate: { method: 'PUT', path: '/api/templates/{id}' },
  deleteTemplate: { method: 'DELETE', path: '/api/templates/{id}' },
  renderTemplate: { method: 'POST', path: '/api/templates/{id}/pdf' },
  undeleteTemplate: { method: 'POST', path: '/api/templates/{id}/undelete' },
  getTemplateSource: { method: 'GET', path: '/api/templates/{id}/source' },
  listTemplateVersions: { method: 'GET', path: '/api/templates/{id}/versions' },
  getTemplateVersion: { method: 'GET', path: '/api/templates/{id}/versions/{version}' },
  publishTemplateVersion: { method: 'POST', path: '/api/templates/{id}/versions/{version}/publish' },
  previewTemplate: { method: 'POST', path: '/api/preview' },
  listTemplateExamples: { method: 'GET', path: '/api/templates/{id}/examples' },
  getTemplateExample: { method: 'GET', path: '/api/templates/{id}/examples/{name}' },
  putTemplateExample: { method: 'PUT', path: '/api/templates/{id}/examples/{name}' },
  deleteTemplateExample: { method: 'DELETE', path: '/api/templates/{id}/examples/{name}' },
  renderSource: { method: 'POST', path: '/api/render' },
  listAssets: { method: 'GET', path: '/api/assets' },
  getAsset: { method: 'GET', path: '/api/assets/{name}' },
  putAsset: { method: 'PUT', path: '/api/assets/{name}' },
  deleteAsset: { method: 'DELETE', path: '/api/assets/{name}' },
  createJob: { method: 'POST', path: '/api/jobs' },
  getJob: { method: 'GET', path: '/api/jobs/{id}' },
  cancelJob: { method: 'DELETE', path: '/api/jobs/{id}' },
  getRequest: { method: 'GET', path: '/api/requests/{request_id}' },
  createEmbedSession: { method: 'POST', path: '/api/embed-sessions' },
} as const
