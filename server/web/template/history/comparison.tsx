// Two versions, or one and the text in the editor: their sources, or their pages, side by side.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Shown, useLoaded } from '../../parts/loaded.tsx'
import { t } from '../../text/text.ts'
import { Pictures } from './pictures.tsx'
import { TextsCompared } from './texts-compared.tsx'
import type { Version } from './version.ts'

interface ComparisonProps {
  readonly teamId: string
  readonly id: string
  readonly type: 'html' | 'editor'
  readonly draft: string
  readonly data: unknown
  readonly versions: readonly Version[]
  /** The version that is compared with the text in the editor first. */
  readonly first: number
  read(version: number): Promise<string>
}

/** In place of a version. */
const DRAFT = 0

export function Comparison({ teamId, id, type, draft, data, versions, first, read }: ComparisonProps): JSX.Element {
  const [pair, setPair] = useState<readonly [number, number]>([first, DRAFT])
  const [view, setView] = useState<'source' | 'pages'>('source')
  const source = (version: number): Promise<string> => (version === DRAFT ? Promise.resolve(draft) : read(version))
  const loaded = useLoaded(() => Promise.all([source(pair[0]), source(pair[1])]), [pair[0], pair[1]])
  const label = (version: number): string => (version === DRAFT ? t('textInEditor') : t('versionNumber', { version: String(version) }))
  return (
    <div class="comparison">
      <div class="pane-head">
        <Choice
          label={t('compareFrom')}
          value={pair[0]}
          {...{ versions }}
          name={label}
          onChoose={(version) => setPair([version, pair[1]])}
        />
        <span aria-hidden="true">→</span>
        <Choice label={t('compareTo')} value={pair[1]} {...{ versions }} name={label} onChoose={(version) => setPair([pair[0], version])} />
        <fieldset class="actions" aria-label={t('compare')}>
          {(['source', 'pages'] as const).map((name) => (
            <button key={name} type="button" aria-pressed={view === name} onClick={() => setView(name)}>
              {t(name === 'source' ? 'source' : 'picturedPages')}
            </button>
          ))}
        </fieldset>
      </div>
      <Shown of={loaded}>
        {([before, after]) =>
          view === 'source' ? (
            <TextsCompared
              language={type === 'html' ? 'html' : 'json'}
              before={{ text: before, label: label(pair[0]) }}
              after={{ text: after, label: label(pair[1]) }}
            />
          ) : (
            <Pictures
              {...{ teamId, id, type, data }}
              before={{ label: label(pair[0]), source: before }}
              after={{ label: label(pair[1]), source: after }}
            />
          )
        }
      </Shown>
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: number
  readonly versions: readonly Version[]
  name(version: number): string
  onChoose(version: number): void
}

function Choice({ label, value, versions, name, onChoose }: ChoiceProps): JSX.Element {
  return (
    <select aria-label={label} value={String(value)} onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}>
      {[DRAFT, ...versions.map(({ version }) => version)].map((version) => (
        <option key={version} value={String(version)}>
          {name(version)}
        </option>
      ))}
    </select>
  )
}
