// A place where files are dropped, with a button that chooses them instead.

import type { ComponentChildren, JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { t } from '../text/text.ts'

interface FileButtonProps {
  readonly label: string
  /** Of the button among others. */
  readonly class?: string
  /** Such as `.html,.json`. */
  readonly accept?: string
  readonly isSingle?: boolean
  onFiles(files: readonly File[]): void
}

export function FileButton({ label, accept, isSingle = false, onFiles, ...more }: FileButtonProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" class={more.class} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={!isSingle}
        {...(accept === undefined ? {} : { accept })}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

interface DropZoneProps {
  /** Shown over the content while files are above it. */
  readonly label: string
  readonly isOn?: boolean
  onFiles(files: readonly File[]): void
  readonly children: ComponentChildren
}

export function DropZone({ label, isOn = true, onFiles, children }: DropZoneProps): JSX.Element {
  // Of the elements inside that the pointer is in: each of them is entered before the other is left.
  const depth = useRef(0)
  const [isAbove, setAbove] = useState(false)
  const move = (by: 1 | -1, event: DragEvent): void => {
    if (!isOn || event.dataTransfer?.types.includes('Files') !== true) return
    depth.current += by
    setAbove(depth.current > 0)
  }
  return (
    // Files are also chosen by a button.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      class={isAbove ? 'drop-zone above' : 'drop-zone'}
      onDragEnter={(event) => move(1, event)}
      onDragLeave={(event) => move(-1, event)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        depth.current = 0
        setAbove(false)
        const files = [...(event.dataTransfer?.files ?? [])]
        if (isOn && files.length > 0) onFiles(files)
      }}
    >
      {children}
      {isAbove ? (
        <p class="drop-note" aria-hidden="true">
          {label}
        </p>
      ) : null}
    </div>
  )
}

/** The dashed place inside a dialog. */
export function DropField({ text, ...files }: { readonly text: string } & Omit<FileButtonProps, 'label' | 'class'>): JSX.Element {
  return (
    <DropZone label={text} onFiles={files.onFiles}>
      <p class="drop-field">
        {text} <FileButton label={t('chooseFiles')} class="link" {...files} />
      </p>
    </DropZone>
  )
}

/** A file that is dropped where nothing takes it would be opened by the browser in the place of the page. */
export function refuseOtherDrops(): void {
  const refuse = (event: DragEvent): void => {
    const { dataTransfer, defaultPrevented } = event
    if (defaultPrevented || dataTransfer?.types.includes('Files') !== true) return
    event.preventDefault()
    dataTransfer.dropEffect = 'none'
  }
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
}
