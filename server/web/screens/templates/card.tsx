// A template in the list.

import type { JSX } from 'preact'
import { CopyButton } from '../../parts/copy.tsx'
import { Menu, type MenuAction } from '../../parts/menu.tsx'
import { can } from '../../state/session.ts'
import { ago, t } from '../../text/text.ts'
import { drawTemplate } from './draw-picture.ts'
import { pictureUrl, type TemplateEntry } from './entry.ts'
import { PagePicture } from './picture.tsx'

interface CardProps {
  readonly teamId: string
  readonly template: TemplateEntry
  onRename(): void
  onDuplicate(): void
  onRemove(): void
}

export function Card({ teamId, template, onRename, onDuplicate, onRemove }: CardProps): JSX.Element {
  const { id, name, description, picture, version } = template
  const url = pictureUrl(teamId, template)
  const mayWrite = can('templates:write')
  const isFresh = picture?.is_stale === false
  const actions: readonly MenuAction[] = [
    ...(mayWrite ? [{ name: t('rename'), run: onRename } as const, { name: t('duplicate'), run: onDuplicate } as const] : []),
    ...(can('templates:publish') ? [{ name: t('delete'), isDanger: true, run: onRemove } as const] : []),
  ]
  return (
    <li class="card">
      <PagePicture url={isFresh ? url : undefined} oldUrl={url} draw={mayWrite ? () => drawTemplate(teamId, id, version) : undefined} />
      <div class="card-body">
        <h2>
          <a class="card-link" href={`/app/templates/${encodeURIComponent(id)}`}>
            <bdi>{name}</bdi>
          </a>
        </h2>
        {description === '' ? null : <p class="muted small clamp">{description}</p>}
        <p class="card-facts">
          <Facts template={template} />
        </p>
        <div class="card-foot">
          <code class="card-id" title={id}>
            {id}
          </code>
          <CopyButton text={id} label={`${t('id')} ${name}`} />
          {actions.length === 0 ? null : <Menu label={`${t('more')}: ${name}`} actions={actions} />}
        </div>
      </div>
    </li>
  )
}

function Facts({ template: { type, updated_at, version, published_version, picture } }: { readonly template: TemplateEntry }): JSX.Element {
  const warnings = picture?.warnings ?? 0
  return (
    <>
      <span class="tag">{type === 'html' ? t('typeHtml') : t('typeEditor')}</span>
      {published_version === version ? null : <span class="tag draft">{t('draftNewer', { version: String(version) })}</span>}
      {warnings === 0 ? null : <span class="tag warn">{t('warnings', { count: String(warnings) })}</span>}
      <time class="muted small" dateTime={updated_at}>
        {ago(updated_at)}
      </time>
    </>
  )
}
