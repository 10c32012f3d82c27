// A tool bar as ARIA has it: one stop of the Tab key, arrows from control to control, Escape back to the text.

import type { Editor } from '@tiptap/core'
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { RichKey } from '../text/en.ts'
import { rt } from '../text/rich-text.ts'
import type { Command } from '../view/commands.ts'
import { ICONS, type IconName } from '../view/icons.data.ts'

const CONTROLS = 'button:not(:disabled), select, input'

interface BarProps {
  readonly label: RichKey
  readonly class: string
  /** Leads back to the text. */
  onEscape(): void
  readonly children: ComponentChildren
}

export function Bar({ label, class: className, onEscape, children }: BarProps): JSX.Element {
  const bar = useRef<HTMLDivElement>(null)
  const controls = (): HTMLElement[] => [...(bar.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])]
  // Controls come and go with what is selected: one of them, and one alone, takes the Tab key.
  useEffect(() => {
    const all = controls()
    const current = all.find((control) => control === document.activeElement) ?? all.find((control) => control.tabIndex === 0) ?? all[0]
    for (const control of all) control.tabIndex = control === current ? 0 : -1
  })
  const move = (event: KeyboardEvent): void => {
    const all = controls()
    const at = all.indexOf(event.target as HTMLElement) // keys come from a control
    const isChoice = event.target instanceof HTMLSelectElement
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }
    if (event.key === 'Escape') {
      event.preventDefault()
      onEscape()
      return
    }
    const next = steps[event.key]
    if (at < 0 || next === undefined || (isChoice && !event.key.startsWith('Arrow'))) return
    event.preventDefault()
    const found = all[(next + all.length) % all.length]
    for (const control of all) control.tabIndex = control === found ? 0 : -1
    found?.focus()
  }
  return (
    <div ref={bar} class={`rich-bar ${className}`} role="toolbar" aria-label={rt(label)} onKeyDown={move}>
      {children}
    </div>
  )
}

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" class="rich-icon">
      <path d={ICONS[name]} />
    </svg>
  )
}

/** A key as people read it. */
function keyText(shortcut: string): string {
  const isMac = /Mac|iP(hone|ad)/.test(navigator.platform)
  return shortcut
    .split('-')
    .map((key) => (key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : key.length === 1 ? key.toUpperCase() : key.replace('Arrow', '')))
    .join('+')
}

interface CommandButtonProps {
  readonly editor: Editor
  readonly command: Command
  /** Of the editor: another one may make the command possible. */
  readonly state: Editor['state']
}

export function CommandButton({ editor, command }: CommandButtonProps): JSX.Element {
  const { label, icon, shortcut } = command
  const title = shortcut === undefined ? rt(label) : `${rt(label)} (${keyText(shortcut)})`
  return (
    <button
      type="button"
      class="rich-button"
      title={title}
      aria-label={rt(label)}
      aria-pressed={command.isActive?.(editor)}
      disabled={command.isPossible?.(editor) === false}
      onClick={() => command.run(editor)}
    >
      <Icon name={icon} />
    </button>
  )
}
