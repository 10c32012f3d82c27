// A modal dialog. The browser keeps the focus inside and gives it back; Escape closes it.

import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface DialogProps {
  readonly title: string
  readonly isWide?: boolean
  /** Absent: it cannot be closed. */
  readonly onClose?: () => void
  readonly children: ComponentChildren
}

export function Dialog({ title, isWide = false, onClose, children }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // A dialog that is removed while it is open leaves the focus nowhere.
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
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
