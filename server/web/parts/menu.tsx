// A button that opens a short list of actions. Escape and a click elsewhere close it; arrow keys go through it.

import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

export interface MenuAction {
  readonly name: string
  readonly isDanger?: boolean
  run(): void
}

export function Menu({ label, actions }: { readonly label: string; readonly actions: readonly MenuAction[] }): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const items = (): HTMLButtonElement[] => [...(root.current?.querySelectorAll<HTMLButtonElement>('[role=menuitem]') ?? [])]
  const close = (): void => {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }
  useEffect(() => {
    if (!isOpen) return undefined
    items()[0]?.focus()
    const onPointer = ({ target }: Event): void => {
      if (target instanceof Node && root.current?.contains(target) !== true) setOpen(false)
    }
    document.addEventListener('pointerdown', onPointer)
    return () => document.removeEventListener('pointerdown', onPointer)
  }, [isOpen])
  const onKey = (event: KeyboardEvent): void => {
    if (!isOpen) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      return setOpen(true)
    }
    const all = items()
    const at = all.findIndex((item) => item.matches(':focus'))
    if (event.key === 'Escape') close()
    else if (event.key === 'ArrowDown') all[(at + 1) % all.length]?.focus()
    else if (event.key === 'ArrowUp') all.at(at <= 0 ? -1 : at - 1)?.focus()
    else if (event.key === 'Home') all[0]?.focus()
    else if (event.key === 'End') all.at(-1)?.focus()
    else if (event.key === 'Tab') return setOpen(false)
    else return
    event.preventDefault()
  }
  return (
    // The keys are those of the menu, whose items have the focus.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div class="menu" ref={root} onKeyDown={onKey}>
      <button
        type="button"
        class="quiet icon"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        ⋯
      </button>
      {isOpen ? (
        <div role="menu" aria-label={label}>
          {actions.map(({ name, isDanger = false, run }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              class={isDanger ? 'danger-text' : undefined}
              onClick={() => {
                close()
                run()
              }}
            >
              {name}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  )
}
