// Accounts of a sign-in provider (OpenID Connect), and what sessions keep besides, for both databases. Never edit what has shipped: migrations follow.

const TABLES = `
  ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';
  ALTER TABLE sessions ADD COLUMN method TEXT NOT NULL DEFAULT 'password';
  CREATE TABLE identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
  );
  CREATE INDEX identities_by_user ON identities (user_id);
`

const POLICY = `
  ALTER TABLE identities ENABLE ROW LEVEL SECURITY;
  ALTER TABLE identities FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON identities USING (
    current_setting('platen.service', true) = 'on'
  );
  -- Owners of a team see what its members did outside any team, such as signing in.
  CREATE POLICY members ON audit_log FOR SELECT USING (
    team_id IS NULL AND user_id IN (SELECT user_id FROM memberships WHERE team_id = current_setting('platen.team', true))
  );
`

export const POSTGRES: string = TABLES + POLICY
export const SQLITE: string = TABLES.replaceAll('BIGINT', 'INTEGER').replaceAll('\n  );', '\n  ) STRICT;')
