// The tables of the embedded store, protected by row-level security as well. A statement sees the rows of the team it runs for,
// or the one row whose secret it knows, or the chunks of one file, and only the service itself sees all. Four settings of the transaction say which
// (see postgres.ts); the policies bind the owner of the tables too.

/**
 * How many of the migrations a program must know, so that its statements work after all of them: it may start and go on beside a newer one. A migration adds
 * tables, nullable columns or columns with a default; what the statements of the previous release use it leaves (`previous-release.test.ts`). One that cannot raises
 * this number.
 */
export const SERVES_SINCE = 4

import { POSTGRES as ACCOUNTS } from './account-schema.ts'
import { POSTGRES as EXAMPLES } from './example-schema.ts'
import { POSTGRES as IDENTITIES } from './identity-schema.ts'
import { POSTGRES as OVERVIEW } from './overview-schema.ts'

/** Migrations from an empty schema: entry n leads from version n to n+1. Never edit one that has shipped. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE teams (id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at BIGINT NOT NULL);
  CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    last_used_at BIGINT,
    revoked_at BIGINT
  );
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
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
  );
  CREATE INDEX templates_by_team ON templates (team_id, created_at, id);
  -- Bytes, since a text of PostgreSQL cannot hold a NUL and a template's file can.
  CREATE TABLE template_versions (
    template_id TEXT NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    type TEXT NOT NULL,
    source BYTEA NOT NULL,
    hash TEXT NOT NULL,
    variables TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (template_id, version)
  );
  CREATE TABLE outputs (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    secret_hash TEXT NOT NULL UNIQUE,
    file_name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    length BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'ready')),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    claimed_until BIGINT NOT NULL DEFAULT 0
  );
  CREATE INDEX outputs_by_expiry ON outputs (expires_at);
  CREATE INDEX outputs_by_state ON outputs (state, created_at);
  -- The bytes of generated files, when they are kept here. PDFs are compressed already.
  CREATE TABLE output_chunks (id TEXT NOT NULL, n INTEGER NOT NULL, bytes BYTEA NOT NULL, PRIMARY KEY (id, n));
  ALTER TABLE output_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;
  -- Written by rate-limiter-flexible. Losing the present minute in a crash is nothing to pay a sync for.
  CREATE UNLOGGED TABLE rate_limits (key VARCHAR(255) PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT);

  ALTER TABLE teams ENABLE ROW LEVEL SECURITY;
  ALTER TABLE teams FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON teams USING (
    current_setting('platen.service', true) = 'on' OR id = current_setting('platen.team', true)
  );
  ALTER TABLE tokens ENABLE ROW LEVEL SECURITY;
  ALTER TABLE tokens FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON tokens USING (
    current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true)
      OR hash = current_setting('platen.secret', true)
  ) WITH CHECK (current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true));
  ALTER TABLE templates ENABLE ROW LEVEL SECURITY;
  ALTER TABLE templates FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON templates USING (
    current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true)
  );
  ALTER TABLE template_versions ENABLE ROW LEVEL SECURITY;
  ALTER TABLE template_versions FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON template_versions USING (
    EXISTS (SELECT 1 FROM templates WHERE templates.id = template_id)
  );
  ALTER TABLE outputs ENABLE ROW LEVEL SECURITY;
  ALTER TABLE outputs FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON outputs USING (
    current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true)
      OR secret_hash = current_setting('platen.secret', true)
  ) WITH CHECK (current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true));
  ALTER TABLE settings ENABLE ROW LEVEL SECURITY;
  ALTER TABLE settings FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON settings USING (current_setting('platen.service', true) = 'on');
  `,
  `
  CREATE TABLE calls (
    team_id TEXT NOT NULL REFERENCES teams (id),
    key_hash TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    answer TEXT,
    lease_until BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (team_id, key_hash)
  );
  CREATE INDEX calls_by_expiry ON calls (expires_at);
  CREATE TABLE webhooks (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    url TEXT NOT NULL,
    secret TEXT NOT NULL,
    created_at BIGINT NOT NULL
  );
  CREATE INDEX webhooks_by_team ON webhooks (team_id, created_at);
  CREATE TABLE deliveries (
    id TEXT NOT NULL,
    webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    team_id TEXT NOT NULL REFERENCES teams (id),
    event TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    next_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (id, webhook_id)
  );
  CREATE INDEX deliveries_by_time ON deliveries (next_at);
  ALTER TABLE calls ENABLE ROW LEVEL SECURITY;
  ALTER TABLE calls FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON calls USING (
    current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true)
  );
  ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;
  ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON webhooks USING (
    current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true)
  );
  ALTER TABLE deliveries ENABLE ROW LEVEL SECURITY;
  ALTER TABLE deliveries FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON deliveries USING (
    current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true)
  );
  `,
  `
  CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, next_at);
  DROP INDEX deliveries_by_time;
  `,
  `
  -- A file is read and written for itself: its row in outputs, which is a team's, has led to it.
  ALTER TABLE output_chunks ENABLE ROW LEVEL SECURITY;
  ALTER TABLE output_chunks FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON output_chunks USING (
    current_setting('platen.service', true) = 'on' OR id = current_setting('platen.output', true)
  );
  ALTER TABLE rate_limits ENABLE ROW LEVEL SECURITY;
  ALTER TABLE rate_limits FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON rate_limits USING (current_setting('platen.service', true) = 'on');
  ALTER TABLE migrations ENABLE ROW LEVEL SECURITY;
  ALTER TABLE migrations FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON migrations USING (current_setting('platen.service', true) = 'on');
  `,
  `
  -- While servers of the previous release still run, their statements must work: no key, no column and no meaning of a column may go. The columns type,
  -- variables and hash of templates are those of the published version, which those servers render.
  ALTER TABLE teams ADD COLUMN assets_revision BIGINT NOT NULL DEFAULT 0;
  -- id is unique in all teams; given_id is set where the id of the template is another, since a row of another team or a removed one has it.
  ALTER TABLE templates ADD COLUMN given_id TEXT, ADD COLUMN published_version INTEGER, ADD COLUMN deleted_at BIGINT;
  UPDATE templates SET published_version = version;
  -- PostgreSQL does not use an index of COALESCE under row-level security: it counts it among functions that may leak.
  CREATE UNIQUE INDEX templates_by_given_id ON templates (team_id, (CASE WHEN given_id IS NULL THEN id ELSE given_id END)) WHERE deleted_at IS NULL;
  CREATE INDEX templates_by_deletion ON templates (deleted_at) WHERE deleted_at IS NOT NULL;
  ALTER TABLE template_versions ADD COLUMN is_draft INTEGER NOT NULL DEFAULT 0, ADD COLUMN is_object INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN author TEXT, ADD COLUMN note TEXT;
  -- The previous release pushes versions that are published at once.
  CREATE FUNCTION publish_pushed() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN
    UPDATE templates SET published_version = NEW.version, deleted_at = NULL
    WHERE id = NEW.template_id AND version = NEW.version AND hash = NEW.hash;
    RETURN NULL;
  END $$;
  CREATE TRIGGER publish_pushed AFTER INSERT ON template_versions FOR EACH ROW WHEN (NEW.is_draft = 0) EXECUTE FUNCTION publish_pushed();

  CREATE TABLE assets (
    team_id TEXT NOT NULL REFERENCES teams (id),
    name TEXT NOT NULL,
    hash TEXT NOT NULL,
    size BIGINT NOT NULL,
    type TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (team_id, name)
  );
  CREATE INDEX assets_by_hash ON assets (team_id, hash);
  CREATE TABLE asset_references (
    team_id TEXT NOT NULL,
    name TEXT NOT NULL,
    used TEXT NOT NULL,
    PRIMARY KEY (team_id, name, used),
    FOREIGN KEY (team_id, name) REFERENCES assets ON DELETE CASCADE
  );
  CREATE TABLE template_assets (
    team_id TEXT NOT NULL REFERENCES teams (id),
    template_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    name TEXT NOT NULL,
    is_direct INTEGER NOT NULL,
    hash TEXT,
    PRIMARY KEY (template_id, version, name),
    FOREIGN KEY (template_id, version) REFERENCES template_versions ON DELETE CASCADE
  );
  CREATE INDEX template_assets_by_team ON template_assets (team_id, name);
  ALTER TABLE assets ENABLE ROW LEVEL SECURITY;
  ALTER TABLE assets FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON assets USING (
    current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true)
  );
  ALTER TABLE asset_references ENABLE ROW LEVEL SECURITY;
  ALTER TABLE asset_references FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON asset_references USING (
    current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true)
  );
  ALTER TABLE template_assets ENABLE ROW LEVEL SECURITY;
  ALTER TABLE template_assets FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON template_assets USING (
    current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true)
  );
  `,
  `
  CREATE TABLE requests (
    team_id TEXT NOT NULL REFERENCES teams (id),
    id TEXT NOT NULL,
    at BIGINT NOT NULL,
    route TEXT NOT NULL,
    status INTEGER NOT NULL,
    code TEXT,
    template TEXT,
    ms DOUBLE PRECISION NOT NULL,
    pages INTEGER,
    bytes BIGINT,
    warnings TEXT NOT NULL,
    PRIMARY KEY (team_id, id)
  );
  CREATE INDEX requests_by_time ON requests (at);
  ALTER TABLE requests ENABLE ROW LEVEL SECURITY;
  ALTER TABLE requests FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON requests USING (
    current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true)
  );
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
    fill_until BIGINT NOT NULL,
    worked_at BIGINT NOT NULL,
    callback_at BIGINT,
    callback_attempts INTEGER NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    UNIQUE (team_id, key_hash)
  );
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
  );
  ALTER TABLE jobs ENABLE ROW LEVEL SECURITY;
  ALTER TABLE jobs FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON jobs USING (
    current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true)
  );
  ALTER TABLE job_rows ENABLE ROW LEVEL SECURITY;
  ALTER TABLE job_rows FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON job_rows USING (
    current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true)
  );
  `,
  `
  -- The bytes of assets, one ready file for each content of a team.
  CREATE TABLE asset_files (
    id TEXT PRIMARY KEY,
    team_id TEXT NOT NULL REFERENCES teams (id),
    hash TEXT NOT NULL,
    size BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'ready')),
    touched_at BIGINT NOT NULL
  );
  CREATE UNIQUE INDEX asset_files_by_hash ON asset_files (team_id, hash) WHERE state = 'ready';
  CREATE INDEX asset_files_by_time ON asset_files (touched_at);
  CREATE TABLE asset_chunks (id TEXT NOT NULL, n INTEGER NOT NULL, bytes BYTEA NOT NULL, PRIMARY KEY (id, n));
  ALTER TABLE asset_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;
  ALTER TABLE asset_files ENABLE ROW LEVEL SECURITY;
  ALTER TABLE asset_files FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON asset_files USING (
    current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true)
  );
  -- As with output_chunks: the row in asset_files, which is a team's, has led to the file.
  ALTER TABLE asset_chunks ENABLE ROW LEVEL SECURITY;
  ALTER TABLE asset_chunks FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON asset_chunks USING (
    current_setting('platen.service', true) = 'on' OR id = current_setting('platen.output', true)
  );
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
