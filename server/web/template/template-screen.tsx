// One template: its source, the data it is tried with, and what it looks like.

import type { JSX } from 'preact'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { call } from '../state/api.ts'
import { session, team } from '../state/session.ts'
import { examplesOf } from './data/examples.ts'
import { withoutLongLines } from './data/json-text.ts'
import { type NamedExample, type Opened, pathOf, type TemplateEntry } from './entry.ts'
import { keptTexts } from './kept/kept-texts.ts'
import { isTabOpen, thisTab } from './kept/tab.ts'
import { callSource } from './source/source-text.ts'
import { Workbench } from './workbench.tsx'

export function TemplateScreen({ id }: { readonly id: string }): JSX.Element {
  const teamId = team.value?.id ?? ''
  const loaded = useLoaded((signal) => open(teamId, id, signal), [teamId, id])
  return (
    <Shown of={loaded}>
      {(opened) => <Workbench key={`${id} ${opened.turn}`} teamId={teamId} opened={opened} reload={loaded.reload} />}
    </Shown>
  )
}

let turns = 0

async function open(teamId: string, id: string, signal: AbortSignal): Promise<Opened> {
  const tab = await thisTab()
  const of = `${session.value?.user.id ?? ''}/${teamId}/${id}`
  const [entry, answer, kept, example] = await Promise.all([
    call<TemplateEntry>(pathOf(teamId, id), { signal }),
    callSource(pathOf(teamId, id, '/source'), signal),
    keptTexts(of, tab, isTabOpen),
    firstExample(teamId, id, signal),
  ])
  const saved = { source: answer.source, version: answer.version, published: answer.published_version }
  return { entry, saved, isObject: answer.isObject, example, kept, of, tab, turn: ++turns }
}

/** The screen waits for it; larger ones are loaded when they are chosen. */
const MOST_BYTES = 100_000

/** A template is of more use with data; without them it is shown nevertheless. */
async function firstExample(teamId: string, id: string, signal: AbortSignal): Promise<NamedExample | undefined> {
  const examples = examplesOf(teamId, id)
  try {
    const first = (await examples.list(signal)).find(({ size }) => size <= MOST_BYTES)
    return first && { name: first.name, text: withoutLongLines(await examples.read(first.name)) }
  } catch {
    return undefined
  }
}
