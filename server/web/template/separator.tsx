// A separator between two panes (WAI-ARIA window splitter): dragged, or moved by keys. Enter folds a pane up, a double click goes back to the middle.

import type { JSX } from 'preact'
import { t } from '../text/text.ts'
import { clampSize, LEAST, MOST } from './layout.ts'

interface SeparatorProps {
  readonly label: string
  /** Id of the pane whose size it is. */
  readonly controls: string
  /** It stands between two panes beside each other. */
  readonly isVertical: boolean
  /** In per cent. */
  readonly value: number
  readonly isOff: boolean
  onValue(value: number): void
  onFold(): void
}

const STEP = 2
const LONG_STEP = 10
const MIDDLE = 50

export function Separator({ label, controls, isVertical, value, isOff, onValue, onFold }: SeparatorProps): JSX.Element | null {
  if (isOff) return <div class={isVertical ? 'separator upright off' : 'separator off'} />
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = moved(event, value, isVertical)
    if (event.key === 'Enter') onFold()
    else if (next === undefined) return
    else onValue(clampSize(next))
    event.preventDefault()
  }
  const onPointerMove = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent): void => {
    const parent = currentTarget instanceof HTMLElement && currentTarget.hasPointerCapture(pointerId) ? currentTarget.parentElement : null
    if (parent === null) return
    const { left, top, width, height } = parent.getBoundingClientRect()
    const part = isVertical ? (clientX - left) / width : (clientY - top) / height
    onValue(clampSize((getComputedStyle(parent).direction === 'rtl' && isVertical ? 1 - part : part) * 100))
  }
  return (
    // A separator that takes the focus is a control (WAI-ARIA 1.2 §5.3.4).
    // biome-ignore lint/a11y/useSemanticElements: an hr takes no value
    <div
      class={isVertical ? 'separator upright' : 'separator'}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-controls={controls}
      aria-orientation={isVertical ? 'vertical' : 'horizontal'}
      aria-valuenow={value}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      title={t('separatorHint')}
      onKeyDown={onKeyDown}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={onPointerMove}
      onDblClick={() => onValue(MIDDLE)}
    />
  )
}

function moved({ key, shiftKey }: KeyboardEvent, value: number, isVertical: boolean): number | undefined {
  const step = shiftKey ? LONG_STEP : STEP
  if (key === (isVertical ? 'ArrowLeft' : 'ArrowUp')) return value - step
  if (key === (isVertical ? 'ArrowRight' : 'ArrowDown')) return value + step
  if (key === 'Home') return LEAST
  return key === 'End' ? MOST : undefined
}
