// The team's templates: found by typing, made from samples or files, duplicated, deleted with an undo.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Copy } from '../parts/copy.tsx'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { tell, tellFailure } from '../parts/messages.tsx'
import { call, ofTeam } from '../state/api.ts'
import { can, team } from '../state/session.ts'
import { language, t } from '../text/text.ts'
import { NewTemplate } from './new-template.tsx'

export interface TemplateEntry {
  readonly id: string
  readonly name: string
  readonly type: 'html' | 'editor'
  readonly created_at: string
  readonly meta: { readonly description?: string }
}

export function TemplatesScreen(): JSX.Element {
  const teamId = team.value?.id ?? ''
  const loaded = useLoaded((signal) => call<readonly TemplateEntry[]>(ofTeam(teamId, '/templates'), { signal }), [teamId])
  const [wanted, setWanted] = useState('')
  const [isMaking, setMaking] = useState(false)
  const remove = async ({ id, name }: TemplateEntry): Promise<void> => {
    await call(ofTeam(teamId, `/templates/${encodeURIComponent(id)}`), { method: 'DELETE' })
    loaded.reload()
    tell(t('deleted', { name }), () => void undelete(id, name).catch(tellFailure))
  }
  const undelete = async (id: string, name: string): Promise<void> => {
    await call(ofTeam(teamId, `/templates/${encodeURIComponent(id)}/undelete`), { method: 'POST' })
    loaded.reload()
    tell(t('restored', { name }))
  }
  return (
    <section aria-labelledby="title">
      <div class="heading">
        <h1 id="title">{t('templates')}</h1>
        <input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={wanted}
          onInput={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        {can('templates:write') ? (
          <button type="button" class="primary" onClick={() => setMaking(true)}>
            {t('newTemplate')}
          </button>
        ) : null}
      </div>
      <Shown of={loaded}>
        {(templates) => {
          const shown = templates.filter((template) => matches(template, wanted)).sort(byName)
          if (templates.length === 0) return <Empty onMake={() => setMaking(true)} />
          if (shown.length === 0) return <p class="empty">{t('templatesNone', { text: wanted })}</p>
          return (
            <ul class="cards">
              {shown.map((template) => (
                <Card key={template.id} template={template} onRemove={() => void remove(template).catch(tellFailure)} />
              ))}
            </ul>
          )
        }}
      </Shown>
      {isMaking ? <NewTemplate teamId={teamId} onClose={() => setMaking(false)} /> : null}
    </section>
  )
}

function Card({ template, onRemove }: { readonly template: TemplateEntry; onRemove(): void }): JSX.Element {
  const { id, name, type, meta } = template
  return (
    <li class="card">
      <h2>
        <a href={`/app/templates/${encodeURIComponent(id)}`}>{name}</a>
      </h2>
      <p class="muted">{meta.description}</p>
      <p>
        <span class="tag">{type === 'html' ? t('typeHtml') : t('typeEditor')}</span>
      </p>
      <div class="card-foot">
        <Copy text={id} label={`${t('id')} ${name}`} />
        {can('templates:write') ? (
          <button type="button" class="quiet" aria-label={`${t('delete')}: ${name}`} onClick={onRemove}>
            {t('delete')}
          </button>
        ) : null}
      </div>
    </li>
  )
}

function Empty({ onMake }: { onMake(): void }): JSX.Element {
  return (
    <div class="empty">
      <h2>{t('templatesEmpty')}</h2>
      <p>{t('templatesEmptyHint')}</p>
      {can('templates:write') ? (
        <button type="button" class="primary" onClick={onMake}>
          {t('newTemplate')}
        </button>
      ) : null}
    </div>
  )
}

function matches({ name, id, meta }: TemplateEntry, wanted: string): boolean {
  const text = `${name} ${id} ${meta.description ?? ''}`.toLocaleLowerCase()
  return wanted
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function byName(a: TemplateEntry, b: TemplateEntry): number {
  return a.name.localeCompare(b.name, language.value)
}
