// What is asked of the service and what it answers, as the driver sees them.

export interface Shot {
  readonly method: string
  readonly path: string
  readonly token?: string
  readonly body?: object
  /** The body as it is sent, instead of it. Large ones as bytes: turning text into those would hold up the driver. */
  readonly text?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** What is wrong with an answer of 200; undefined when nothing is. */
  readonly check?: (bytes: Buffer) => string | undefined
  /** Counted apart under this name. */
  readonly group?: string
}

export interface Reply {
  readonly status: number
  /** Of a name in small letters. */
  readonly header: (name: string) => string | undefined
  readonly bytes: Buffer
}
