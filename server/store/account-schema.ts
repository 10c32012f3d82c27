// The tables of the web application, for both databases. Never edit what has shipped: migrations follow.

const TABLES = `
  CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    display_name TEXT NOT NULL,
    password_hash TEXT,
    totp_secret TEXT,
    totp_step INTEGER NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL
  );
  CREATE TABLE memberships (
    team_id TEXT NOT NULL REFERENCES teams (id),
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (team_id, user_id)
  );
  CREATE INDEX memberships_by_user ON memberships (user_id);
  CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    agent TEXT NOT NULL
  );
  CREATE INDEX sessions_by_user ON sessions (user_id);
  CREATE INDEX sessions_by_time ON sessions (seen_at);
  -- Links that may be used once: to set up the first user, to join a team, to choose a new password.
  CREATE TABLE account_links (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('setup', 'invite', 'reset')),
    team_id TEXT REFERENCES teams (id),
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    role TEXT,
    note TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT
  );
  CREATE INDEX account_links_by_team ON account_links (team_id);
  CREATE INDEX account_links_by_expiry ON account_links (expires_at);
  CREATE TABLE audit_log (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    team_id TEXT REFERENCES teams (id),
    user_id TEXT,
    user_name TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    address TEXT NOT NULL
  );
  CREATE INDEX audit_log_by_team ON audit_log (team_id, at);
  CREATE INDEX audit_log_by_time ON audit_log (at);
`

const POLICIES = `
  ALTER TABLE users ENABLE ROW LEVEL SECURITY;
  ALTER TABLE users FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON users USING (
    current_setting('platen.service', true) = 'on'
      OR id IN (SELECT user_id FROM memberships WHERE team_id = current_setting('platen.team', true))
  ) WITH CHECK (current_setting('platen.service', true) = 'on');
  ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
  ALTER TABLE memberships FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON memberships USING (
    current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true)
  );
  ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
  ALTER TABLE sessions FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON sessions USING (
    current_setting('platen.service', true) = 'on'
  );
  ALTER TABLE account_links ENABLE ROW LEVEL SECURITY;
  ALTER TABLE account_links FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON account_links USING (
    current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true)
  );
  ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
  ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON audit_log USING (
    current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true)
  );
`

export const POSTGRES: string = TABLES + POLICIES
export const SQLITE: string = TABLES.replaceAll('BIGINT', 'INTEGER').replaceAll('\n  );', '\n  ) STRICT;')
