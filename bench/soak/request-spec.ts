// A request to the service and its reply, as the driver sees them.

export interface RequestSpec {
  readonly method: string
  readonly path: string
  readonly token?: string
  readonly body?: object
  /** The serialized body, in place of `body`. Large ones as bytes: encoding them would delay the driver. */
  readonly text?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** What is wrong with an answer of status 2xx; undefined when it is right. */
  readonly check?: (bytes: Buffer) => string | undefined
  /** Times are recorded under this name as well. */
  readonly group?: string
}

export interface Reply {
  readonly status: number
  /** By lower-case name. */
  readonly header: (name: string) => string | undefined
  readonly bytes: Buffer
}

/** The path of the download URL in an answer. */
export function urlPathOf(bytes: Buffer): string {
  // The JSON that the service documents for `"output": "url"`.
  return new URL((JSON.parse(bytes.toString()) as { url: string }).url).pathname
}
