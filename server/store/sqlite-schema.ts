import { SQLITE as ACCOUNTS } from './account-schema.ts'
import { SQLITE as EXAMPLES } from './example-schema.ts'
import { SQLITE as IDENTITIES } from './identity-schema.ts'
import { SQLITE as OVERVIEW } from './overview-schema.ts'

/**
 * How many of the migrations a program must know, so that its statements work after all of them: it may start and go on beside a newer one. A migration adds
 * tables, nullable columns or columns with a default; what the statements of the previous release use it leaves (`previous-release.test.ts`). One that cannot raises
 * this number.
 */
export const SERVES_SINCE = 4

/** Migrations from an empty database: entry n leads from version n to n+1. Never edit one that has shipped. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE teams (id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT;
  CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    last_used_at INTEGER,
    revoked_at INTEGER
  ) STRICT;
  CREATE INDEX tokens_by_team ON tokens (team_id, created_at);
  CREATE TABLE templates (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    name TEXT NOT NULL,
    type TEXT NOT NULL CHECK (type IN ('html', 'editor')),
    meta TEXT NOT NULL,
    variables TEXT NOT NULL,
    hash TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX templates_by_team ON templates (team_id, created_at, id);
  CREATE TABLE template_versions (
    template_id TEXT NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    type TEXT NOT NULL,
    source TEXT NOT NULL,
    hash TEXT NOT NULL,
    variables TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (template_id, version)
  ) STRICT;
  CREATE TABLE outputs (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    secret_hash TEXT NOT NULL UNIQUE,
    file_name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    length INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'ready')),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX outputs_by_expiry ON outputs (expires_at);
  CREATE INDEX outputs_by_state ON outputs (state, created_at);
  `,
  `
  ALTER TABLE outputs ADD COLUMN claimed_until INTEGER NOT NULL DEFAULT 0;
  `,
  `
  CREATE TABLE calls (
    team_id TEXT NOT NULL REFERENCES teams (id),
    key_hash TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    answer TEXT,
    lease_until INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (team_id, key_hash)
  ) STRICT;
  CREATE INDEX calls_by_expiry ON calls (expires_at);
  CREATE TABLE webhooks (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    url TEXT NOT NULL,
    secret TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX webhooks_by_team ON webhooks (team_id, created_at);
  CREATE TABLE deliveries (
    id TEXT NOT NULL,
    webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    team_id TEXT NOT NULL REFERENCES teams (id),
    event TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (id, webhook_id)
  ) STRICT;
  CREATE INDEX deliveries_by_time ON deliveries (next_at);
  `,
  `
  CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, next_at);
  DROP INDEX deliveries_by_time;
  `,
  `
  -- While a process of the previous release still runs, its statements must work: no key, no column and no meaning of a column may go. The columns type,
  -- variables and hash of templates are those of the published version, which that process renders.
  ALTER TABLE teams ADD COLUMN assets_revision INTEGER NOT NULL DEFAULT 0;
  -- id is unique in all teams; given_id is set where the id of the template is another, since a row of another team or a removed one has it.
  ALTER TABLE templates ADD COLUMN given_id TEXT;
  ALTER TABLE templates ADD COLUMN published_version INTEGER;
  ALTER TABLE templates ADD COLUMN deleted_at INTEGER;
  UPDATE templates SET published_version = version;
  CREATE UNIQUE INDEX templates_by_given_id ON templates (team_id, (CASE WHEN given_id IS NULL THEN id ELSE given_id END)) WHERE deleted_at IS NULL;
  CREATE INDEX templates_by_deletion ON templates (deleted_at) WHERE deleted_at IS NOT NULL;
  ALTER TABLE template_versions ADD COLUMN is_draft INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE template_versions ADD COLUMN is_object INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE template_versions ADD COLUMN author TEXT;
  ALTER TABLE template_versions ADD COLUMN note TEXT;
  -- The previous release pushes versions that are published at once.
  CREATE TRIGGER publish_pushed AFTER INSERT ON template_versions WHEN NEW.is_draft = 0 BEGIN
    UPDATE templates SET published_version = NEW.version, deleted_at = NULL
    WHERE id = NEW.template_id AND version = NEW.version AND hash = NEW.hash;
  END;

  CREATE TABLE assets (
    team_id TEXT NOT NULL REFERENCES teams (id),
    name TEXT NOT NULL,
    hash TEXT NOT NULL,
    size INTEGER NOT NULL,
    type TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (team_id, name)
  ) STRICT;
  CREATE INDEX assets_by_hash ON assets (team_id, hash);
  CREATE TABLE asset_references (
    team_id TEXT NOT NULL,
    name TEXT NOT NULL,
    used TEXT NOT NULL,
    PRIMARY KEY (team_id, name, used),
    FOREIGN KEY (team_id, name) REFERENCES assets ON DELETE CASCADE
  ) STRICT;
  CREATE TABLE template_assets (
    team_id TEXT NOT NULL REFERENCES teams (id),
    template_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    name TEXT NOT NULL,
    is_direct INTEGER NOT NULL,
    hash TEXT,
    PRIMARY KEY (template_id, version, name),
    FOREIGN KEY (template_id, version) REFERENCES template_versions ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX template_assets_by_team ON template_assets (team_id, name);
  `,
  `
  CREATE TABLE requests (
    team_id TEXT NOT NULL REFERENCES teams (id),
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    route TEXT NOT NULL,
    status INTEGER NOT NULL,
    code TEXT,
    template TEXT,
    ms REAL NOT NULL,
    pages INTEGER,
    bytes INTEGER,
    warnings TEXT NOT NULL,
    PRIMARY KEY (team_id, id)
  ) STRICT;
  CREATE INDEX requests_by_time ON requests (at);
  `,
  `
  CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    state TEXT NOT NULL CHECK (state IN ('filling', 'queued', 'running', 'finishing', 'done', 'failed', 'cancelled')),
    spec TEXT NOT NULL,
    total INTEGER NOT NULL,
    done INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    outcome TEXT,
    key_hash TEXT,
    fingerprint TEXT,
    fill_until INTEGER NOT NULL,
    worked_at INTEGER NOT NULL,
    callback_at INTEGER,
    callback_attempts INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    UNIQUE (team_id, key_hash)
  ) STRICT;
  CREATE INDEX jobs_by_expiry ON jobs (expires_at);
  CREATE INDEX jobs_unfinished ON jobs (worked_at) WHERE state IN ('filling', 'queued', 'running', 'finishing');
  CREATE INDEX jobs_by_callback ON jobs (callback_at) WHERE callback_at IS NOT NULL;
  -- The data of a row is encrypted, and removed when it is not needed any more.
  CREATE TABLE job_rows (
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    team_id TEXT NOT NULL REFERENCES teams (id),
    n INTEGER NOT NULL,
    template INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'made', 'failed')),
    data TEXT,
    result TEXT,
    output_id TEXT,
    pages INTEGER,
    warnings INTEGER,
    code TEXT,
    message TEXT,
    PRIMARY KEY (job_id, n)
  ) STRICT;
  `,
  `
  -- The bytes of assets, one ready file for each content of a team.
  CREATE TABLE asset_files (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    hash TEXT NOT NULL,
    size INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'ready')),
    touched_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX asset_files_by_hash ON asset_files (team_id, hash) WHERE state = 'ready';
  CREATE INDEX asset_files_by_time ON asset_files (touched_at);
  `,
  ACCOUNTS,
  EXAMPLES,
  OVERVIEW,
  IDENTITIES,
  `
  -- Standards that documents claim, as "a-3u ua-1" or "none", and whether they are tagged: of a template, and the default of a team. NULL: it says nothing.
  ALTER TABLE templates ADD COLUMN conformance TEXT;
  ALTER TABLE templates ADD COLUMN tagged INTEGER;
  ALTER TABLE teams ADD COLUMN conformance TEXT;
  ALTER TABLE teams ADD COLUMN tagged INTEGER;
  `,
]
