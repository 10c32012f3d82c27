// Screens and dialogs that are loaded when they are opened first.

import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { loadModule, tryModule } from '../state/modules.ts'
import { t } from '../text/text.ts'
import { showMissing } from './messages.tsx'

type Component<Props> = (props: Props) => JSX.Element | null

/** A screen that stands for one of a module that is loaded when it is shown first. */
export function lazy<Props extends object>(load: () => Promise<Component<Props>>): Component<Props> {
  return lazily(
    () => loadModule(load),
    <Loading />,
    () => {},
  )
}

/** The same for what stands on a screen or in a dialog. */
export function lazyPart<Props extends object>(load: () => Promise<Component<Props>>): Component<Props> {
  const meanwhile = (
    <p class="muted" aria-busy="true">
      {t('loading')}
    </p>
  )
  return lazily(
    () => loadModule(load),
    meanwhile,
    () => {},
  )
}

/** The same for a dialog: nothing is shown until it is there, and one that cannot be loaded is closed. `preload` is for the time in which nobody waits. */
export function lazyDialog<Props extends { onClose(): void }>(
  load: () => Promise<Component<Props>>,
): Component<Props> & { preload(): void } {
  const preload = (): void => {
    // What fails is said when the dialog is asked for.
    load().catch(() => {})
  }
  return Object.assign(
    lazily(
      () => tryModule(load),
      null,
      ({ onClose }) => {
        showMissing()
        onClose()
      },
    ),
    { preload },
  )
}

function lazily<Props extends object>(
  load: () => Promise<Component<Props>>,
  meanwhile: JSX.Element | null,
  onFailure: (props: Props) => void,
): Component<Props> {
  let loaded: Component<Props> | undefined
  return function Lazy(props) {
    const [, setReady] = useState(loaded !== undefined)
    useEffect(() => {
      if (loaded !== undefined) return
      load().then(
        (component) => {
          loaded = component
          setReady(true)
        },
        (thrown: unknown) => {
          onFailure(props)
          reportError(thrown)
        },
      )
    }, [])
    const Loaded = loaded
    return Loaded === undefined ? meanwhile : <Loaded {...props} />
  }
}

function Loading(): JSX.Element {
  return (
    <h1 id="title" class="loading-screen" aria-busy="true">
      {t('loading')}
    </h1>
  )
}
