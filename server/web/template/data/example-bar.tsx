// Chooses among the data examples of a template, keeps new ones, renames and deletes them.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { FormDialog } from '../../parts/ask.tsx'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/form.tsx'
import { useLoaded } from '../../parts/loaded.tsx'
import { Menu } from '../../parts/menu.tsx'
import { showFailure, showMessage } from '../../parts/messages.tsx'
import { ApiFailure } from '../../state/api.ts'
import { can } from '../../state/session.ts'
import type { TextKey } from '../../text/en.ts'
import { t } from '../../text/text.ts'
import { examplesOf } from './examples.ts'
import { MADE_UP, type MadeUp } from './made-up.ts'

interface ExampleBarProps {
  readonly teamId: string
  readonly templateId: string
  readonly text: string
  /** The name of the example that the text is at first. */
  readonly first: string | undefined
  /** The text is JSON. */
  readonly isSound: boolean
  readonly canMakeUp: boolean
  onText(text: string): void
  onMadeUp(kind: MadeUp): void
}

const WORDS: Readonly<Record<MadeUp, TextKey>> = {
  ...{ sample: 'madeUpSample', empty: 'madeUpEmpty', one: 'madeUpOne', many: 'madeUpMany', long: 'madeUpLong', rtl: 'madeUpRtl' },
}

const EXAMPLE = 'example:'
const MADE = 'made:'

export function ExampleBar({ teamId, templateId, text, first, isSound, canMakeUp, onText, onMadeUp }: ExampleBarProps): JSX.Element {
  const examples = examplesOf(teamId, templateId)
  const loaded = useLoaded((signal) => examples.list(signal), [teamId, templateId])
  const [chosen, setChosen] = useState(first)
  const [asks, setAsks] = useState<'save' | 'rename'>()
  const mayWrite = can('templates:write')
  const list = loaded.answer ?? []
  const choose = async (value: string): Promise<void> => {
    const name = value.startsWith(EXAMPLE) ? value.slice(EXAMPLE.length) : undefined
    if (value.startsWith(MADE)) onMadeUp(value.slice(MADE.length) as MadeUp)
    else onText(name === undefined ? '' : await examples.read(name))
    setChosen(name)
  }
  const remove = async (name: string): Promise<void> => {
    const kept = await examples.read(name)
    await examples.remove(name)
    setChosen(undefined)
    loaded.reload()
    showMessage(t('exampleDeleted', { name }), () => void examples.save(name, kept).then(loaded.reload, showFailure))
  }
  const save = async (name: string): Promise<void> => {
    await examples.save(name, text)
    setChosen(name)
    loaded.reload()
    showMessage(t('exampleSaved', { name }))
  }
  const submit = async ({ name = '' }: Readonly<Record<string, string>>): Promise<void> => {
    const wanted = name.trim().normalize('NFC')
    if (wanted !== chosen && list.some((example) => example.name === wanted)) throw taken()
    if (asks === 'save') await save(wanted)
    else if (chosen !== undefined && wanted !== chosen) {
      await examples.rename(chosen, wanted)
      setChosen(wanted)
      loaded.reload()
    }
    setAsks(undefined)
  }
  return (
    <>
      <ExampleChoice
        names={list.map(({ name }) => name)}
        {...{ chosen, canMakeUp }}
        onChoose={(value) => void choose(value).catch(showFailure)}
      />
      {text.trim() === '' ? (
        <Button isOff={!canMakeUp} onClick={() => onMadeUp('sample')}>
          {t('sampleData')}
        </Button>
      ) : null}
      {mayWrite && chosen !== undefined ? (
        <>
          <Button isOff={!isSound} aria-label={`${t('save')}: ${chosen}`} onClick={() => void save(chosen).catch(showFailure)}>
            {t('save')}
          </Button>
          <Menu
            label={`${t('more')}: ${chosen}`}
            actions={[
              { name: t('rename'), run: () => setAsks('rename') },
              { name: t('delete'), isDanger: true, run: () => void remove(chosen).catch(showFailure) },
            ]}
          />
        </>
      ) : null}
      {mayWrite && text.trim() !== '' ? (
        <Button isOff={!isSound} onClick={() => setAsks('save')}>
          {t('saveExample')}
        </Button>
      ) : null}
      {asks === undefined ? null : (
        <FormDialog
          title={t(asks === 'save' ? 'saveExample' : 'rename')}
          action={t('save')}
          submit={submit}
          onClose={() => setAsks(undefined)}
        >
          {(problems) => (
            <Field
              name="name"
              label={t('name')}
              hint={t('exampleNameHint')}
              value={asks === 'rename' ? (chosen ?? '') : ''}
              problems={problems}
            />
          )}
        </FormDialog>
      )}
    </>
  )
}

interface ExampleChoiceProps {
  readonly names: readonly string[]
  readonly chosen: string | undefined
  readonly canMakeUp: boolean
  onChoose(value: string): void
}

function ExampleChoice({ names, chosen, canMakeUp, onChoose }: ExampleChoiceProps): JSX.Element {
  return (
    <select
      class="examples"
      aria-label={t('examples')}
      value={chosen === undefined ? '' : EXAMPLE + chosen}
      onChange={({ currentTarget }) => {
        const { value } = currentTarget
        // Made-up data is no state: the list goes back to its head.
        currentTarget.value = chosen === undefined ? '' : EXAMPLE + chosen
        onChoose(value)
      }}
    >
      <option value="">{t('noExample')}</option>
      {names.length === 0 ? null : (
        <optgroup label={t('examples')}>
          {names.map((name) => (
            <option key={name} value={EXAMPLE + name}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
      <optgroup label={t('madeUp')}>
        {MADE_UP.map((kind) => (
          <option key={kind} value={MADE + kind} disabled={!canMakeUp}>
            {t(WORDS[kind])}
          </option>
        ))}
      </optgroup>
    </select>
  )
}

function taken(): ApiFailure {
  const message = t('exampleTaken')
  return new ApiFailure(409, { code: 'conflict', message, errors: [{ path: 'name', code: 'conflict', message }] })
}
