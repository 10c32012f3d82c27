// The part of the store for the list of templates with their pictures.
import type { ListedTemplate, Picture, PictureDraft, PictureStore } from './pictures.ts'
import { optionalNumber } from './rows.ts'
import { type Row, type Sql, teamScope } from './sql.ts'
import { ID, IS_TEMPLATE } from './sql-templates.ts'

/** A picture is stale when its template was saved again, or when assets have changed and the template uses any. */
const LIST = `
  SELECT ${ID} AS id, t.name, COALESCE(v.type, t.type) AS type, t.meta, t.created_at, t.updated_at, t.version, t.published_version,
    p.hash, p.pages, p.warnings,
    CASE WHEN p.version <> t.version THEN 1
      WHEN p.assets_revision <> g.assets_revision
        AND EXISTS (SELECT 1 FROM template_assets a WHERE a.template_id = t.id AND a.version = t.version) THEN 1
      ELSE 0 END AS is_stale
  FROM templates t JOIN teams g ON g.id = t.team_id
    LEFT JOIN template_versions v ON v.template_id = t.id AND v.version = t.version
    LEFT JOIN template_pictures p ON p.template_id = t.id
  WHERE t.team_id = ? AND t.deleted_at IS NULL ORDER BY t.updated_at DESC, t.id`

export class SqlPictures implements PictureStore {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async list(teamId: string): Promise<readonly ListedTemplate[]> {
    return (await this.#sql.all(teamScope(teamId), LIST, teamId)).map(listedOf)
  }

  async read(teamId: string, templateId: string): Promise<Picture | undefined> {
    const sql = `SELECT p.type, p.hash, p.bytes FROM template_pictures p JOIN templates t ON t.id = p.template_id WHERE ${IS_TEMPLATE} AND p.team_id = ?`
    const [row] = await this.#sql.all(teamScope(teamId), sql, teamId, templateId, teamId)
    return row && { type: String(row['type']), hash: String(row['hash']), bytes: bytesOf(row['bytes']) }
  }

  save(teamId: string, templateId: string, draft: PictureDraft): ReturnType<PictureStore['save']> {
    const { version, pages, warnings, type, hash, bytes } = draft
    return this.#sql.transaction(teamScope(teamId), async (statements) => {
      const [row] = await statements.all(
        `SELECT t.id, t.version, g.assets_revision FROM templates t JOIN teams g ON g.id = t.team_id WHERE ${IS_TEMPLATE}`,
        ...[teamId, templateId],
      )
      if (row === undefined) return 'missing'
      if (Number(row['version']) !== version) return 'conflict'
      await statements.run(
        `INSERT INTO template_pictures (template_id, team_id, version, assets_revision, pages, warnings, type, hash, bytes)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (template_id) DO UPDATE SET version = excluded.version, assets_revision = excluded.assets_revision, pages = excluded.pages,
           warnings = excluded.warnings, type = excluded.type, hash = excluded.hash, bytes = excluded.bytes`,
        ...[String(row['id']), teamId, version, Number(row['assets_revision']), pages, warnings, type, hash, bytes],
      )
      return 'saved'
    })
  }
}

function listedOf(row: Row): ListedTemplate {
  // Written by the store itself.
  const { description } = JSON.parse(String(row['meta'])) as { description?: unknown }
  return {
    id: String(row['id']),
    name: String(row['name']),
    type: row['type'] === 'editor' ? 'editor' : 'html',
    description: typeof description === 'string' ? description : '',
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
    version: Number(row['version']),
    publishedVersion: optionalNumber(row['published_version']),
    picture:
      row['hash'] === null
        ? undefined
        : {
            hash: String(row['hash']),
            pages: Number(row['pages']),
            warnings: Number(row['warnings']),
            isStale: Number(row['is_stale']) === 1,
          },
  }
}

/** libsql gives a Buffer or an ArrayBuffer, by version. */
function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  throw new Error('a picture is not bytes')
}
