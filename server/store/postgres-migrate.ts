// Migrates the schema of a PostgreSQL, and checks whether row-level security binds the role that the service is connected as.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { MIGRATIONS, SERVES_SINCE } from './postgres-schema.ts'

/** The schema of all tables, so that a database may be shared with other programs. */
export const SCHEMA = 'platen'
/** Transactions switch to this role where the service is connected as one that bypasses row-level security. */
export const ROLE = 'platen_walled'
/** SQLSTATE insufficient_privilege. */
const INSUFFICIENT_PRIVILEGE = '42501'
/** SQLSTATE lock_not_available. */
const LOCK_NOT_AVAILABLE = '55P03'
/** How long a migration waits for one lock, while the statements of other servers wait behind it; and for how long it tries again. */
const MS_LOCK = 300
const MS_PATIENCE = 60_000
/** Number of the advisory lock: the first letters of "platen". */
const MIGRATION_LOCK = 0x706c6174

interface SchemaConnections {
  /** Connects as the service's role. */
  readonly connect: () => Promise<pg.PoolClient>
  /** Connects as the role that owns the schema, where that is another. */
  readonly connectAsOwner: (() => Promise<pg.PoolClient>) | undefined
  /** Address with the name and password of the service's role. */
  readonly url: string
}

export interface RoleCheck {
  /** The role bypasses row-level security: transactions must switch to `ROLE`. */
  readonly mustSwitchRole: boolean
  /** The role cannot bypass row-level security in any way. */
  readonly isConfined: boolean
}

export async function prepareSchema(connections: SchemaConnections): Promise<RoleCheck> {
  for (const until = performance.now() + MS_PATIENCE; ; ) {
    try {
      return await prepareOnce(connections)
    } catch (thrown) {
      const isLocked = thrown instanceof pg.DatabaseError && thrown.code === LOCK_NOT_AVAILABLE
      if (!isLocked || performance.now() > until) throw thrown
      await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100))
    }
  }
}

async function prepareOnce({ connect, connectAsOwner, url }: SchemaConnections): Promise<RoleCheck> {
  if (connectAsOwner !== undefined) {
    await withClient(connectAsOwner(), async (client) => {
      await migrate(client)
      await grantServiceRole(client, new URL(url))
    })
  }
  return withClient(connect(), async (client) => {
    // Only the owner can migrate the schema.
    if (connectAsOwner === undefined) await migrate(client)
    await checkVersion(client)
    await makeKey(client)
    const isConfined = await isConfinedForGood(client)
    if (isConfined) return { isConfined, mustSwitchRole: false }
    if (connectAsOwner !== undefined)
      throw new Error(
        `the role of DATABASE_URL must not be one that can pass row-level security: it may be no superuser, have neither BYPASSRLS nor CREATEROLE, own nothing in the schema ${SCHEMA}, and be no member of a role that does`,
      )
    const mustSwitchRole = await bypassesPolicies(client)
    if (mustSwitchRole) await makeRole(client)
    return { isConfined, mustSwitchRole }
  })
}

/** Runs the work in one transaction. */
async function withClient<T>(connecting: Promise<pg.PoolClient>, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await connecting
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    client.release()
    return result
  } catch (thrown) {
    client.release(true)
    throw thrown
  }
}

/**
 * Takes an advisory lock, so that one server migrates at a time. Servers of the previous release may be at work: their statements lock tables in orders of
 * their own. The migration gives up its locks before PostgreSQL looks for deadlocks (`deadlock_timeout`, a second), so that none of those statements fails.
 */
async function migrate(client: pg.PoolClient): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  let version = await versionOf(client)
  if (version >= MIGRATIONS.length) return
  await client.query(`SET LOCAL lock_timeout = ${MS_LOCK}`)
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}; SET LOCAL search_path = ${SCHEMA}; SET LOCAL ${SCHEMA}.service = 'on'`)
  await client.query('CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, at TIMESTAMPTZ NOT NULL DEFAULT now())')
  for (const statements of MIGRATIONS.slice(version)) {
    await client.query(statements)
    await client.query('INSERT INTO migrations (version) VALUES ($1)', [++version])
  }
  await client.query(
    `INSERT INTO settings (name, value) VALUES ('serves-since', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [String(SERVES_SINCE)],
  )
}

async function versionOf(client: pg.PoolClient): Promise<number> {
  await client.query(`SET LOCAL ${SCHEMA}.service = 'on'`)
  const { rows: found } = await client.query<{ name: string | null }>(`SELECT to_regclass('${SCHEMA}.migrations') AS name`)
  if (found[0]?.name === null) return 0
  const { rows } = await client.query<{ version: number | null }>(`SELECT max(version) AS version FROM ${SCHEMA}.migrations`)
  return rows[0]?.version ?? 0
}

async function checkVersion(client: pg.PoolClient): Promise<void> {
  const version = await versionOf(client)
  if (version > MIGRATIONS.length) await checkServes(client)
  if (version < MIGRATIONS.length) throw new Error('the schema needs a migration: set PLATEN_DATABASE_OWNER_URL for one start')
}

/** A newer program has migrated the schema: throws unless the statements of this one work on it. */
async function checkServes(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ value: string }>(`SELECT value FROM ${SCHEMA}.settings WHERE name = 'serves-since'`)
  if (rows[0] === undefined || Number(rows[0].value) > MIGRATIONS.length)
    throw new Error('the schema was migrated by a newer version of this program')
}

async function makeKey(client: pg.PoolClient): Promise<void> {
  const key = randomBytes(32).toString('hex')
  await client.query(`INSERT INTO ${SCHEMA}.settings (name, value) VALUES ('signing-key', $1) ON CONFLICT DO NOTHING`, [key])
}

async function bypassesPolicies(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query('SELECT rolsuper OR rolbypassrls AS bypasses FROM pg_roles WHERE rolname = current_user')
  return rows[0]?.bypasses === true
}

/** Whether the role can neither change nor bypass the policies, nor become one that can. */
async function isConfinedForGood(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query(`
    SELECT EXISTS (
      SELECT FROM pg_roles WHERE (rolsuper OR rolbypassrls OR rolcreaterole) AND pg_has_role(current_user, oid, 'MEMBER')
    ) OR EXISTS (
      SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = '${SCHEMA}' AND (pg_has_role(current_user, c.relowner, 'MEMBER') OR pg_has_role(current_user, n.nspowner, 'MEMBER'))
    ) AS has_way_out`)
  return rows[0]?.has_way_out === false
}

/** Grants the service's role the right to read and write rows and no more; creates the role if absent. */
async function grantServiceRole(client: pg.PoolClient, { username, password }: URL): Promise<void> {
  const name = decodeURIComponent(username)
  const role = pg.escapeIdentifier(name)
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name])
  if (rowCount === 0) {
    const attributes = 'LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB NOINHERIT'
    await client.query(`CREATE ROLE ${role} ${attributes} PASSWORD ${pg.escapeLiteral(verifierOf(decodeURIComponent(password)))}`)
  }
  await grant(client, role)
  await client.query(`REVOKE INSERT, UPDATE, DELETE ON ${SCHEMA}.migrations FROM ${role}`)
}

/** The SCRAM verifier that PostgreSQL stores for a password (RFC 5803), in place of the password: statements may be logged. */
function verifierOf(password: string): string {
  const [salt, iterations] = [randomBytes(16), 4096]
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256')
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`
}

async function grant(client: pg.PoolClient, role: string): Promise<void> {
  await client.query(`GRANT USAGE ON SCHEMA ${SCHEMA} TO ${role}`)
  await client.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${SCHEMA} TO ${role}`)
}

/**
 * Roles belong to the whole cluster, so a service on another database may have created it, or may be creating it at this moment; or an administrator has,
 * where the service may not. Since PostgreSQL 16 the creator of a role may switch to it only after GRANT, unless a superuser.
 */
async function makeRole(client: pg.PoolClient): Promise<void> {
  try {
    await client.query(`DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${ROLE}') THEN CREATE ROLE ${ROLE} NOLOGIN; END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END $$`)
    await client.query(`DO $$ BEGIN
      SET LOCAL ROLE ${ROLE};
      RESET ROLE;
    EXCEPTION WHEN insufficient_privilege THEN GRANT ${ROLE} TO CURRENT_USER;
    END $$`)
  } catch (thrown) {
    if (!(thrown instanceof pg.DatabaseError) || thrown.code !== INSUFFICIENT_PRIVILEGE) throw thrown
    const remedy = `let an administrator CREATE ROLE ${ROLE} and GRANT it to that role, or connect as one without BYPASSRLS`
    throw new Error(`the role of DATABASE_URL bypasses row-level security and cannot switch to ${ROLE}: ${remedy}`)
  }
  await grant(client, ROLE)
}
