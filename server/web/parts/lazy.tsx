// Screens that are loaded when they are opened first.

import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../text/text.ts'

/** A component that stands for one of a module that is loaded when it is shown first. */
export function lazy<Props extends object>(load: () => Promise<(props: Props) => JSX.Element>): (props: Props) => JSX.Element {
  let loaded: ((props: Props) => JSX.Element) | undefined
  return function Lazy(props) {
    const [, setReady] = useState(loaded !== undefined)
    useEffect(() => {
      if (loaded !== undefined) return
      void load().then((component) => {
        loaded = component
        setReady(true)
      })
    }, [])
    const Loaded = loaded
    return Loaded === undefined ? (
      <p class="muted" aria-busy="true">
        {t('loading')}
      </p>
    ) : (
      <Loaded {...props} />
    )
  }
}
