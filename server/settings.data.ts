// Every setting of the service: one row each. The README's table is made of these.

export interface Setting {
  readonly name: string
  readonly kind: 'integer' | 'text'
  /** As it would be written in the environment; absent when there is none. */
  readonly initial?: string
  readonly least?: number
  readonly most?: number
  readonly values?: readonly string[]
  /** A secret is never printed. */
  readonly isSecret?: boolean
  readonly text: string
}

export const SETTINGS = {
  port: { name: 'PORT', kind: 'integer', initial: '3000', least: 0, most: 65535, text: 'port to listen on; 0 takes a free one' },
  host: { name: 'HOST', kind: 'text', text: 'address to listen on; all of them when absent' },
  connections: {
    name: 'PLATEN_CONNECTIONS',
    kind: 'integer',
    initial: '0',
    least: 0,
    most: 1000000,
    text: 'most connections at a time; beyond, idle ones are ended, or the new one is answered 503; 0 is half of the file descriptors that the process may open, 4,096 at most',
  },
  metricsPort: {
    name: 'PLATEN_METRICS_PORT',
    kind: 'integer',
    initial: '0',
    least: 0,
    most: 65535,
    text: 'port of a listener of its own for `/metrics` with the series by template, which `/metrics` on `PORT` leaves out; 0 is none',
  },
  metricsHost: { name: 'PLATEN_METRICS_HOST', kind: 'text', initial: '127.0.0.1', text: 'address that this listener listens on' },
  publicUrl: { name: 'PUBLIC_URL', kind: 'text', text: 'address clients see, without a path behind it unless a proxy adds one; download URLs begin with it; http://localhost:PORT when absent' },
  dataDir: { name: 'PLATEN_DATA_DIR', kind: 'text', initial: './data', text: 'folder of the store and of generated files; made when absent' },
  databaseUrl: {
    name: 'DATABASE_URL',
    kind: 'text',
    isSecret: true,
    text: 'address of a PostgreSQL (`postgres://user:password@host/database`) that keeps the store; the embedded store in the data folder when absent',
  },
  databaseOwnerUrl: {
    name: 'PLATEN_DATABASE_OWNER_URL',
    kind: 'text',
    isSecret: true,
    text: 'address of the same database for the role that owns the schema, used at the start only; `DATABASE_URL` must name another role then, which is made when it is not there and must not be able to pass row-level security',
  },
  databaseConnections: { name: 'PLATEN_DATABASE_CONNECTIONS', kind: 'integer', initial: '10', least: 1, most: 1000, text: 'most connections of this process to PostgreSQL' },
  startSeconds: { name: 'PLATEN_START_SECONDS', kind: 'integer', initial: '30', least: 0, most: 3600, text: 'time that PostgreSQL may take to be there when the service starts' },
  templateVersions: { name: 'PLATEN_TEMPLATE_VERSIONS', kind: 'integer', initial: '20', least: 1, most: 100000, text: 'versions of a template that are kept' },
  outputs: {
    name: 'PLATEN_OUTPUTS',
    kind: 'text',
    values: ['folder', 'postgres', 's3'],
    text: 'where generated files lie: `folder` (in the data folder, the default), `postgres` (the default with `DATABASE_URL`) or `s3`; several machines need one that they share',
  },
  s3Endpoint: { name: 'PLATEN_S3_ENDPOINT', kind: 'text', text: 'address of the S3-compatible store, such as https://s3.eu-central-1.amazonaws.com' },
  s3Bucket: { name: 'PLATEN_S3_BUCKET', kind: 'text', text: 'its bucket' },
  s3Prefix: { name: 'PLATEN_S3_PREFIX', kind: 'text', initial: 'platen/', text: 'how the names of our objects begin; everything below it is ours to delete' },
  s3Region: { name: 'PLATEN_S3_REGION', kind: 'text', initial: 'us-east-1', text: 'its region' },
  s3Key: { name: 'PLATEN_S3_KEY', kind: 'text', isSecret: true, text: 'access key of the S3-compatible store' },
  s3Secret: { name: 'PLATEN_S3_SECRET', kind: 'text', isSecret: true, text: 'and its secret' },
  s3Downloads: {
    name: 'PLATEN_S3_DOWNLOADS',
    kind: 'text',
    initial: 'proxied',
    values: ['proxied', 'presigned'],
    text: '`proxied`: downloads pass through the service; `presigned`: callers are sent on to the store with an address that dies when the URL does',
  },
  webhooksPrivate: {
    name: 'PLATEN_WEBHOOKS_PRIVATE',
    kind: 'text',
    initial: 'no',
    values: ['no', 'yes'],
    text: '`yes` lets events be sent by http and to addresses that are not public; only where every team is trusted',
  },
  logLevel: { name: 'PLATEN_LOG', kind: 'text', initial: 'info', values: ['trace', 'debug', 'info', 'warn', 'error', 'silent'], text: 'least level that is logged' },
  bodyBytes: { name: 'PLATEN_BODY_BYTES', kind: 'integer', initial: '10485760', least: 1024, most: 1073741824, text: 'largest request body' },
  bodySeconds: { name: 'PLATEN_BODY_SECONDS', kind: 'integer', initial: '8', least: 1, most: 600, text: 'time a body may take, plus a second for every 64 KiB received' },
  jsonDepth: { name: 'PLATEN_JSON_DEPTH', kind: 'integer', initial: '64', least: 4, most: 1000, text: 'deepest nesting of a request body' },
  parts: { name: 'PLATEN_PARTS', kind: 'integer', initial: '50', least: 1, most: 10000, text: 'most templates in one merge' },
  pages: { name: 'PLATEN_PAGES', kind: 'integer', initial: '2000', least: 1, most: 1000000, text: 'most pages of one PDF' },
  rows: {
    name: 'PLATEN_ROWS',
    kind: 'integer',
    initial: '1000000',
    least: 1,
    most: 1000000000,
    text: 'most items that the repeats of one rendering may go through',
  },
  outputBytes: { name: 'PLATEN_OUTPUT_BYTES', kind: 'integer', initial: '104857600', least: 1024, most: 1073741824, text: 'largest PDF' },
  wholeBytes: {
    name: 'PLATEN_WHOLE_BYTES',
    kind: 'integer',
    initial: '524288',
    least: 0,
    most: 1073741824,
    text: 'largest PDF that is answered as a whole, with `Content-Length`; larger ones are sent while they are made',
  },
  rate: { name: 'PLATEN_RATE', kind: 'integer', initial: '60', least: 1, most: 1000000000, text: 'requests a token may make in a minute' },
  renderSeconds: { name: 'PLATEN_RENDER_SECONDS', kind: 'integer', initial: '30', least: 1, most: 3600, text: 'longest a rendering may take' },
  cpuSeconds: { name: 'PLATEN_CPU_SECONDS', kind: 'integer', initial: '20', least: 1, most: 3600, text: 'most processor time a rendering may use (Linux)' },
  children: { name: 'PLATEN_CHILDREN', kind: 'integer', initial: '0', least: 0, most: 256, text: 'rendering processes; 0 is one a core' },
  spares: { name: 'PLATEN_SPARES', kind: 'integer', initial: '1', least: 0, most: 16, text: 'rendering processes kept ready on top of these, for when one dies or is held by a long rendering' },
  childHeap: { name: 'PLATEN_CHILD_HEAP_MB', kind: 'integer', initial: '512', least: 64, most: 65536, text: 'JavaScript heap of a rendering process' },
  childMemory: { name: 'PLATEN_CHILD_MEMORY_MB', kind: 'integer', initial: '1024', least: 128, most: 65536, text: 'resident memory at which a rendering process is stopped (Linux)' },
  childRenders: { name: 'PLATEN_CHILD_RENDERS', kind: 'integer', initial: '50000', least: 1, most: 1000000000, text: 'renderings after which a process is replaced' },
  confine: {
    name: 'PLATEN_CONFINE',
    kind: 'text',
    initial: 'auto',
    values: ['auto', 'off'],
    text: 'rendering processes get no network, no capabilities and a user of their own, as far as the system allows (Linux)',
  },
  queue: { name: 'PLATEN_QUEUE', kind: 'integer', initial: '1024', least: 1, most: 100000, text: 'renderings that may wait for a process; a team alone may have half of them' },
  urlSeconds: { name: 'PLATEN_URL_SECONDS', kind: 'integer', initial: '900', least: 1, most: 604800, text: 'life of a download URL and its file' },
  drainSeconds: { name: 'PLATEN_DRAIN_SECONDS', kind: 'integer', initial: '25', least: 0, most: 3600, text: 'time that requests in progress have to end after SIGTERM' },
} as const satisfies Record<string, Setting>
