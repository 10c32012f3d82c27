// Every setting of the service, one row each. The documented table is generated from these rows.

export interface Setting {
  readonly name: string
  readonly kind: 'integer' | 'text'
  /** In the notation of the environment; absent for settings without a default. */
  readonly default?: string
  readonly min?: number
  readonly max?: number
  readonly values?: readonly string[]
  /** Secrets are never logged. */
  readonly isSecret?: boolean
  readonly description: string
}

export const SETTINGS = {
  port: { name: 'PORT', kind: 'integer', default: '3000', min: 0, max: 65535, description: 'port to listen on; 0 selects a free one' },
  host: { name: 'HOST', kind: 'text', description: 'address to listen on; all addresses when absent' },
  connections: {
    name: 'PLATEN_CONNECTIONS',
    kind: 'integer',
    default: '0',
    min: 0,
    max: 1000000,
    description:
      'maximum number of open connections; beyond it, an idle connection is closed, or the new one is answered 503; 0 is half of the file descriptors that the process may open, up to 4,096',
  },
  metricsPort: {
    name: 'PLATEN_METRICS_PORT',
    kind: 'integer',
    default: '0',
    min: 0,
    max: 65535,
    description: 'port of a separate listener for `/metrics` that includes the series by template, which `/metrics` on `PORT` omits; 0 disables it',
  },
  metricsHost: { name: 'PLATEN_METRICS_HOST', kind: 'text', default: '127.0.0.1', description: 'address of that listener' },
  publicUrl: { name: 'PUBLIC_URL', kind: 'text', description: 'base URL that clients use, with a path only if a proxy adds one; download URLs begin with it; http://localhost:PORT when absent' },
  trustedProxies: {
    name: 'PLATEN_TRUSTED_PROXIES',
    kind: 'text',
    description:
      'addresses and networks of the proxies before the service, such as `10.0.0.0/8, ::1`, separated by commas: their `X-Forwarded-For` says where a request comes from, for the limits of signing in, the audit log and the log; that of others is ignored',
  },
  corsOrigins: {
    name: 'PLATEN_CORS_ORIGINS',
    kind: 'text',
    description: 'origins whose pages may call the service from a browser, such as `https://app.example.com`, separated by commas; none when absent',
  },
  embedOrigins: {
    name: 'PLATEN_EMBED_ORIGINS',
    kind: 'text',
    description: 'origins whose pages may show a template in a frame, such as `https://crm.example.com`, separated by commas; none when absent',
  },
  oidcIssuer: {
    name: 'PLATEN_OIDC_ISSUER',
    kind: 'text',
    description: 'URL of a sign-in provider (OpenID Connect), such as `https://login.example.com/realms/staff`; the web application then offers to sign in there',
  },
  oidcClientId: { name: 'PLATEN_OIDC_CLIENT_ID', kind: 'text', description: 'id by which the provider knows the service' },
  oidcClientSecret: {
    name: 'PLATEN_OIDC_CLIENT_SECRET',
    kind: 'text',
    isSecret: true,
    description: 'secret that the provider has given the service; absent for a public client',
  },
  oidcScopes: { name: 'PLATEN_OIDC_SCOPES', kind: 'text', default: 'profile email', description: 'scopes asked for besides `openid`, separated by spaces' },
  oidcLabel: { name: 'PLATEN_OIDC_LABEL', kind: 'text', default: 'OpenID Connect', description: 'what the provider is called on the button that leads to it' },
  oidcGroupsClaim: { name: 'PLATEN_OIDC_GROUPS_CLAIM', kind: 'text', default: 'groups', description: 'claim that lists the groups of somebody who signs in' },
  oidcRoles: {
    name: 'PLATEN_OIDC_ROLES',
    kind: 'text',
    description: 'roles that groups give, as `group=team:role`, separated by commas; `*` is everybody. Roles in the teams named here are set at every sign-in, and taken away without such a group',
  },
  oidcProvision: {
    name: 'PLATEN_OIDC_PROVISION',
    kind: 'text',
    default: 'yes',
    values: ['yes', 'no'],
    description: '`yes` makes an account at the first sign-in of somebody to whom `PLATEN_OIDC_ROLES` gives a team; `no` lets in who was invited or has connected an account',
  },
  oidcSignOut: {
    name: 'PLATEN_OIDC_SIGN_OUT',
    kind: 'text',
    default: 'here',
    values: ['here', 'provider'],
    description: '`provider`: who signs out is signed out of the provider too',
  },
  dataDir: { name: 'PLATEN_DATA_DIR', kind: 'text', default: './data', description: 'folder of the store and of generated files; created when missing' },
  databaseUrl: {
    name: 'DATABASE_URL',
    kind: 'text',
    isSecret: true,
    description: 'URL of a PostgreSQL database (`postgres://user:password@host/database`) for the store; the embedded store in the data folder when absent',
  },
  databaseOwnerUrl: {
    name: 'PLATEN_DATABASE_OWNER_URL',
    kind: 'text',
    isSecret: true,
    description:
      'URL of the same database for the role that owns the schema, used only at startup; `DATABASE_URL` must then name another role, which is created when missing and must not bypass row-level security',
  },
  databaseConnections: { name: 'PLATEN_DATABASE_CONNECTIONS', kind: 'integer', default: '10', min: 1, max: 1000, description: 'maximum number of connections of this process to PostgreSQL' },
  startSeconds: { name: 'PLATEN_START_SECONDS', kind: 'integer', default: '30', min: 0, max: 3600, description: 'time to wait for PostgreSQL when the service starts' },
  templateVersions: { name: 'PLATEN_TEMPLATE_VERSIONS', kind: 'integer', default: '20', min: 1, max: 100000, description: 'versions kept of each template' },
  outputs: {
    name: 'PLATEN_OUTPUTS',
    kind: 'text',
    values: ['folder', 'postgres', 's3'],
    description: 'where generated files are stored: `folder` (in the data folder, the default), `postgres` (the default with `DATABASE_URL`) or `s3`; several machines need a shared one',
  },
  s3Endpoint: { name: 'PLATEN_S3_ENDPOINT', kind: 'text', description: 'URL of the S3-compatible store, such as https://s3.eu-central-1.amazonaws.com' },
  s3Bucket: { name: 'PLATEN_S3_BUCKET', kind: 'text', description: 'its bucket' },
  s3Prefix: { name: 'PLATEN_S3_PREFIX', kind: 'text', default: 'platen/', description: 'prefix of object names; the service deletes objects below it' },
  s3Region: { name: 'PLATEN_S3_REGION', kind: 'text', default: 'us-east-1', description: 'its region' },
  s3Key: { name: 'PLATEN_S3_KEY', kind: 'text', isSecret: true, description: 'access key of the S3-compatible store' },
  s3Secret: { name: 'PLATEN_S3_SECRET', kind: 'text', isSecret: true, description: 'secret key of the S3-compatible store' },
  s3Downloads: {
    name: 'PLATEN_S3_DOWNLOADS',
    kind: 'text',
    default: 'proxied',
    values: ['proxied', 'presigned'],
    description: '`proxied`: downloads pass through the service; `presigned`: clients are redirected to the store with a URL that expires with the download URL',
  },
  webhooksPrivate: {
    name: 'PLATEN_WEBHOOKS_PRIVATE',
    kind: 'text',
    default: 'no',
    values: ['no', 'yes'],
    description: '`yes` allows webhooks over http and to private addresses; only where every team is trusted',
  },
  logLevel: { name: 'PLATEN_LOG', kind: 'text', default: 'info', values: ['trace', 'debug', 'info', 'warn', 'error', 'silent'], description: 'lowest level that is logged' },
  bodyBytes: { name: 'PLATEN_BODY_BYTES', kind: 'integer', default: '10485760', min: 1024, max: 1073741824, description: 'largest request body' },
  assetBytes: { name: 'PLATEN_ASSET_BYTES', kind: 'integer', default: '10485760', min: 1024, max: 1073741824, description: 'largest asset' },
  assets: { name: 'PLATEN_ASSETS', kind: 'integer', default: '1000', min: 0, max: 100000, description: 'maximum number of assets of a team' },
  assetsBytes: {
    name: 'PLATEN_ASSETS_BYTES',
    kind: 'integer',
    default: '268435456',
    min: 0,
    max: 1099511627776,
    description: 'maximum size of all assets of a team together',
  },
  bodySeconds: { name: 'PLATEN_BODY_SECONDS', kind: 'integer', default: '8', min: 1, max: 600, description: 'time to receive a request body, plus one second per 64 KiB received' },
  jsonDepth: { name: 'PLATEN_JSON_DEPTH', kind: 'integer', default: '64', min: 4, max: 1000, description: 'deepest nesting of a request body' },
  parts: { name: 'PLATEN_PARTS', kind: 'integer', default: '50', min: 1, max: 10000, description: 'maximum number of templates in one merge' },
  pages: { name: 'PLATEN_PAGES', kind: 'integer', default: '2000', min: 1, max: 1000000, description: 'maximum number of pages of one PDF' },
  rows: {
    name: 'PLATEN_ROWS',
    kind: 'integer',
    default: '1000000',
    min: 1,
    max: 1000000000,
    description: 'maximum number of items that all repeats of one rendering iterate over',
  },
  outputBytes: { name: 'PLATEN_OUTPUT_BYTES', kind: 'integer', default: '104857600', min: 1024, max: 1073741824, description: 'largest PDF' },
  wholeBytes: {
    name: 'PLATEN_WHOLE_BYTES',
    kind: 'integer',
    default: '524288',
    min: 0,
    max: 1073741824,
    description: 'largest PDF that is sent complete, with `Content-Length`; larger ones are streamed while they are rendered',
  },
  rate: { name: 'PLATEN_RATE', kind: 'integer', default: '60', min: 1, max: 1000000000, description: 'requests per minute and token' },
  renderSeconds: { name: 'PLATEN_RENDER_SECONDS', kind: 'integer', default: '30', min: 1, max: 3600, description: 'maximum duration of a rendering' },
  cpuSeconds: { name: 'PLATEN_CPU_SECONDS', kind: 'integer', default: '20', min: 1, max: 3600, description: 'maximum processor time of a rendering (Linux)' },
  children: { name: 'PLATEN_CHILDREN', kind: 'integer', default: '0', min: 0, max: 256, description: 'number of rendering processes; 0 is one per core' },
  spares: { name: 'PLATEN_SPARES', kind: 'integer', default: '1', min: 0, max: 16, description: 'spare rendering processes, for when one dies or is occupied by a long rendering' },
  previewChildren: {
    name: 'PLATEN_PREVIEW_CHILDREN',
    kind: 'integer',
    default: '1',
    min: 0,
    max: 16,
    description: 'processes of low priority for previews, started with the first one; 0 leaves previews to the other processes',
  },
  childHeap: { name: 'PLATEN_CHILD_HEAP_MB', kind: 'integer', default: '512', min: 64, max: 65536, description: 'JavaScript heap of a rendering process' },
  childMemory: { name: 'PLATEN_CHILD_MEMORY_MB', kind: 'integer', default: '1024', min: 128, max: 65536, description: 'resident memory at which a rendering process is killed (Linux)' },
  childRenders: { name: 'PLATEN_CHILD_RENDERS', kind: 'integer', default: '50000', min: 1, max: 1000000000, description: 'renderings after which a rendering process is replaced' },
  confine: {
    name: 'PLATEN_CONFINE',
    kind: 'text',
    default: 'auto',
    values: ['auto', 'off'],
    description: '`auto` gives rendering processes no network, no capabilities and a separate user, as far as the system allows (Linux)',
  },
  queue: { name: 'PLATEN_QUEUE', kind: 'integer', default: '1024', min: 1, max: 100000, description: 'maximum number of queued renderings; one team may hold half of them' },
  urlSeconds: { name: 'PLATEN_URL_SECONDS', kind: 'integer', default: '900', min: 1, max: 604800, description: 'lifetime of a download URL and its file' },
  jobRows: { name: 'PLATEN_JOB_ROWS', kind: 'integer', default: '50000', min: 1, max: 10000000, description: 'maximum number of rows of one job; all must fit into a request body' },
  jobs: { name: 'PLATEN_JOBS', kind: 'integer', default: '20', min: 1, max: 100000, description: 'maximum number of unfinished jobs of a team' },
  jobSeconds: { name: 'PLATEN_JOB_SECONDS', kind: 'integer', default: '86400', min: 60, max: 31536000, description: 'how long a job and its results live after its end' },
  drainSeconds: { name: 'PLATEN_DRAIN_SECONDS', kind: 'integer', default: '25', min: 0, max: 3600, description: 'time for requests in progress to finish after SIGTERM' },
} as const satisfies Record<string, Setting>
