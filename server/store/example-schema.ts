// The table of data examples, for both databases. Never edit what has shipped: migrations follow.

const TABLE = `
  CREATE TABLE template_examples (
    team_id TEXT NOT NULL REFERENCES teams (id),
    template_id TEXT NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    data TEXT NOT NULL,
    size INTEGER NOT NULL,
    hash TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (template_id, name)
  );
`

const POLICY = `
  ALTER TABLE template_examples ENABLE ROW LEVEL SECURITY;
  ALTER TABLE template_examples FORCE ROW LEVEL SECURITY;
  CREATE POLICY wall ON template_examples USING (
    current_setting('platen.service', true) = 'on' OR team_id = current_setting('platen.team', true)
  );
`

export const POSTGRES: string = TABLE + POLICY
export const SQLITE: string = TABLE.replaceAll('BIGINT', 'INTEGER').replaceAll('\n  );', '\n  ) STRICT;')
