// What the engine says about a template, with the way to the place in its source.

import type { JSX } from 'preact'
import type { FieldProblem } from '../../state/api.ts'
import { t } from '../../text/text.ts'
import { groupProblems } from './problem-groups.ts'

/** More lines than anybody reads would slow typing down. */
const MOST_LINES = 100

interface ProblemsProps {
  readonly problems: readonly FieldProblem[]
  /** `line:column` of the source, or the JSON pointer of a node. */
  onPlace(place: string): void
}

export function Problems({ problems, onPlace }: ProblemsProps): JSX.Element | null {
  if (problems.length === 0) return null
  const groups = groupProblems(problems)
  return (
    <ul class="problems" aria-label={t('problems')}>
      {groups.slice(0, MOST_LINES).map(({ first: { severity, code, message, path, hint }, count }, i) => {
        const place = placeOf(path)
        return (
          <li key={i} class={severity === 'error' ? 'is-error' : 'is-warning'}>
            {place === undefined ? (
              <span class="muted">{path} </span>
            ) : (
              <button type="button" class="quiet" onClick={() => onPlace(place)}>
                {place}
              </button>
            )}
            {message} <span class="muted">{hint ?? code}</span>
            {count > 1 && <span class="muted"> {t('andSimilar', { count: String(count - 1) })}</span>}
          </li>
        )
      })}
      {groups.length > MOST_LINES && <li class="muted">{t('andOthers', { count: String(groups.length - MOST_LINES) })}</li>}
    </ul>
  )
}

function placeOf(path: string | undefined): string | undefined {
  if (path?.startsWith('/') === true) return path
  return /^source:(\d+:\d+)$/.exec(path ?? '')?.[1]
}
