// The tables of what lists show of templates, webhooks and usage, for both databases. Never edit what has shipped: migrations follow.

const TABLES = `
  -- Renderings counted by the hour and by the day, by template and by how long they took; see usage.ts.
  CREATE TABLE render_usage (
    team_id TEXT NOT NULL REFERENCES teams (id),
    span TEXT NOT NULL CHECK (span IN ('hour', 'day')),
    at BIGINT NOT NULL,
    template TEXT NOT NULL,
    bucket INTEGER NOT NULL,
    calls BIGINT NOT NULL,
    pages BIGINT NOT NULL,
    warnings BIGINT NOT NULL,
    PRIMARY KEY (team_id, span, at, template, bucket)
  );
  CREATE INDEX render_usage_by_time ON render_usage (span, at);
  CREATE TABLE template_pictures (
    template_id TEXT PRIMARY KEY REFERENCES templates (id) ON DELETE CASCADE,
    team_id TEXT NOT NULL REFERENCES teams (id),
    version INTEGER NOT NULL,
    assets_revision BIGINT NOT NULL,
    pages INTEGER NOT NULL,
    warnings INTEGER NOT NULL,
    type TEXT NOT NULL,
    hash TEXT NOT NULL,
    bytes BYTEA NOT NULL
  );
  -- Deliveries that have ended, for a day: sent where there is no error.
  CREATE TABLE ended_deliveries (
    id TEXT NOT NULL,
    webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    team_id TEXT NOT NULL REFERENCES teams (id),
    event TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    error TEXT,
    created_at BIGINT NOT NULL,
    ended_at BIGINT NOT NULL,
    PRIMARY KEY (id, webhook_id)
  );
  CREATE INDEX ended_deliveries_by_team ON ended_deliveries (team_id, ended_at);
  CREATE INDEX ended_deliveries_by_time ON ended_deliveries (ended_at);
`

const COLUMNS = `
  ALTER TABLE requests ADD COLUMN errors TEXT;
  CREATE INDEX requests_failed ON requests (team_id, at) WHERE status >= 400;
  ALTER TABLE webhooks ADD COLUMN disabled_at BIGINT;
  ALTER TABLE deliveries ADD COLUMN error TEXT;
`

const POLICIES = ['render_usage', 'template_pictures', 'ended_deliveries']
  .map(
    (table) => `
  ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
  ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON ${table} USING (
    current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true)
  );
`,
  )
  .join('')

export const POSTGRES: string = TABLES + COLUMNS + POLICIES
export const SQLITE: string =
  TABLES.replaceAll('BIGINT', 'INTEGER').replaceAll('BYTEA', 'BLOB').replaceAll('\n  );', '\n  ) STRICT;') +
  COLUMNS.replaceAll('BIGINT', 'INTEGER')
