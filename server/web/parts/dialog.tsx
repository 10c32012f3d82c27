// A modal dialog. The browser keeps the focus inside and gives it back; Escape closes it.

import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface DialogProps {
  readonly title: string
  readonly isWide?: boolean
  /** Its controls come later: the focus begins at its title, not at the first of those that are there. */
  readonly isLoading?: boolean
  /** Absent: it cannot be closed. */
  readonly onClose?: () => void
  readonly children: ComponentChildren
}

export function Dialog({ title, isWide = false, isLoading = false, onClose, children }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  // An effect that waits for the next frame would be taken back behind the removal.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // A dialog that is removed while it is open leaves the focus nowhere.
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      autofocus={isLoading}
      class={isWide ? 'wide' : undefined}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <h2 id="dialog-title">{title}</h2>
      {children}
    </dialog>
  )
}
