// The team's templates: found by typing, made from samples or files, renamed, duplicated, deleted with an undo.

import type { JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { FormDialog } from '../../parts/ask.tsx'
import { DropZone } from '../../parts/drop-zone.tsx'
import { Field } from '../../parts/form.tsx'
import { Shown, useLoaded } from '../../parts/loaded.tsx'
import { showFailure, showMessage } from '../../parts/messages.tsx'
import { Empty, Page } from '../../parts/page.tsx'
import { call, ofTeam } from '../../state/api.ts'
import { can, team } from '../../state/session.ts'
import { language, t } from '../../text/text.ts'
import { Card } from './card.tsx'
import { duplicate, matches, type Order, pathOf, sorted, type TemplateEntry } from './entry.ts'
import { NewTemplate } from './new-template.tsx'

/** Cards that are added at a time: a list of a thousand is as quick as one of fifty. */
const AT_ONCE = 48
const ORDERS: readonly (readonly [Order, 'sortChanged' | 'sortName' | 'sortCreated'])[] = [
  ['changed', 'sortChanged'],
  ['name', 'sortName'],
  ['created', 'sortCreated'],
]

export function TemplatesScreen(): JSX.Element {
  const teamId = team.value?.id ?? ''
  const loaded = useLoaded((signal) => call<readonly TemplateEntry[]>(ofTeam(teamId, '/template-list'), { signal }), [teamId])
  const [wanted, setWanted] = useState('')
  const [order, setOrder] = useState<Order>('changed')
  const [making, setMaking] = useState<readonly File[]>()
  const [renaming, setRenaming] = useState<TemplateEntry>()
  const mayWrite = can('templates:write')
  const act = (work: Promise<void>): void => void work.then(loaded.reload, showFailure)
  const remove = async ({ id, name }: TemplateEntry): Promise<void> => {
    await call(pathOf(teamId, id), { method: 'DELETE' })
    showMessage(t('deleted', { name }), () => act(undelete(id, name)))
  }
  const undelete = async (id: string, name: string): Promise<void> => {
    await call(pathOf(teamId, id, '/undelete'), { method: 'POST' })
    showMessage(t('restored', { name }))
  }
  const copy = async (entry: TemplateEntry): Promise<void> => showMessage(t('duplicated', { name: await duplicate(teamId, entry) }))
  const newButton = mayWrite ? (
    <button type="button" class="primary" onClick={() => setMaking([])}>
      {t('newTemplate')}
    </button>
  ) : null
  return (
    <DropZone label={t('newTemplate')} isOn={mayWrite} onFiles={setMaking}>
      <Page title={t('templates')} intro={t('templatesIntro')} actions={newButton}>
        <Shown of={loaded} rows={<CardShapes />}>
          {(templates) =>
            templates.length === 0 ? (
              <Empty title={t('templatesEmpty')} hint={t('templatesEmptyHint')} mark="▤">
                {newButton}
              </Empty>
            ) : (
              <>
                <Tools {...{ wanted, setWanted, order, setOrder }} />
                <Cards {...{ teamId, templates, wanted, order }} onClear={() => setWanted('')}>
                  {(template) => (
                    <Card
                      key={template.id}
                      {...{ teamId, template }}
                      onRename={() => setRenaming(template)}
                      onDuplicate={() => act(copy(template))}
                      onRemove={() => act(remove(template))}
                    />
                  )}
                </Cards>
              </>
            )
          }
        </Shown>
        {making === undefined ? null : <NewTemplate teamId={teamId} files={making} onClose={() => setMaking(undefined)} />}
        {renaming === undefined ? null : (
          <Rename teamId={teamId} entry={renaming} onDone={loaded.reload} onClose={() => setRenaming(undefined)} />
        )}
      </Page>
    </DropZone>
  )
}

interface ToolsProps {
  readonly wanted: string
  setWanted(text: string): void
  readonly order: Order
  setOrder(order: Order): void
}

/** A slash puts the caret into the search. */
function Tools({ wanted, setWanted, order, setOrder }: ToolsProps): JSX.Element {
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog, [contenteditable]') !== null
      if (event.key !== '/' || isTyping) return
      event.preventDefault()
      search.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div class="tools">
      <input
        ref={search}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        aria-keyshortcuts="/"
        value={wanted}
        onInput={({ currentTarget }) => setWanted(currentTarget.value)}
      />
      <select
        aria-label={t('sortBy')}
        value={order}
        onChange={({ currentTarget }) => setOrder(ORDERS.find(([value]) => value === currentTarget.value)?.[0] ?? 'changed')}
      >
        {ORDERS.map(([value, name]) => (
          <option key={value} value={value}>
            {t(name)}
          </option>
        ))}
      </select>
    </div>
  )
}

interface CardsProps {
  readonly templates: readonly TemplateEntry[]
  readonly wanted: string
  readonly order: Order
  onClear(): void
  children(template: TemplateEntry): JSX.Element
}

/** The first cards, and more when the end of them comes near. */
function Cards({ templates, wanted, order, onClear, children }: CardsProps): JSX.Element {
  const shown = useMemo(
    () => sorted(templates, order, language.value).filter((template) => matches(template, wanted)),
    [templates, wanted, order, language.value],
  )
  const [count, setCount] = useState(AT_ONCE)
  useEffect(() => setCount(AT_ONCE), [wanted, order])
  const end = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (end.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setCount((before) => before + AT_ONCE)
      },
      { rootMargin: '600px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [count, shown])
  if (shown.length === 0) {
    return (
      <Empty title={t('templatesNone', { text: wanted })}>
        <button type="button" onClick={onClear}>
          {t('searchClear')}
        </button>
      </Empty>
    )
  }
  return (
    <>
      <ul class="cards">{shown.slice(0, count).map(children)}</ul>
      <p class="muted small" role="status">
        {t('countOf', { shown: String(shown.length), count: String(templates.length) })}
      </p>
      {count < shown.length ? <p ref={end} class="list-end" /> : null}
    </>
  )
}

/** As large as what will be there. */
function CardShapes(): JSX.Element {
  return (
    <ul class="cards shapes" aria-hidden="true">
      {Array.from({ length: 8 }, (_, i) => (
        <li key={i} class="card">
          <div class="picture" />
          <div class="card-body" />
        </li>
      ))}
    </ul>
  )
}

interface RenameProps {
  readonly teamId: string
  readonly entry: TemplateEntry
  onDone(): void
  onClose(): void
}

function Rename({ teamId, entry, onDone, onClose }: RenameProps): JSX.Element {
  const submit = async ({ name = '', description = '' }: Readonly<Record<string, string>>): Promise<void> => {
    await call(pathOf(teamId, entry.id), { method: 'PUT', body: { name, description, publish: false } })
    onDone()
    onClose()
  }
  return (
    <FormDialog title={t('rename')} action={t('save')} submit={submit} onClose={onClose}>
      {(problems) => (
        <>
          <Field name="name" label={t('name')} value={entry.name} problems={problems} />
          <Field name="description" label={t('description')} value={entry.description} isRequired={false} problems={problems} />
        </>
      )}
    </FormDialog>
  )
}
