// The first page of a template, as large as a card has room for it before it is there.

import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

interface PagePictureProps {
  /** Undefined while there is no picture, or an old one alone. */
  readonly url: string | undefined
  /** Shown until there is a newer one. */
  readonly oldUrl?: string | undefined
  /** Draws one when the place comes into view; absent when it cannot be drawn. */
  readonly draw?: (() => Promise<{ readonly url: string } | undefined>) | undefined
}

export function PagePicture({ url, oldUrl, draw }: PagePictureProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null)
  const [drawnUrl, setDrawn] = useState<string>()
  useEffect(() => {
    if (url !== undefined || draw === undefined || place.current === null) return undefined
    let isGone = false
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return
      observer.disconnect()
      void draw().then((drawn) => {
        if (!isGone) setDrawn(drawn?.url)
      })
    })
    observer.observe(place.current)
    return () => {
      isGone = true
      observer.disconnect()
    }
  }, [url])
  const shown = url ?? drawnUrl ?? oldUrl
  return (
    <div class="picture" ref={place} aria-hidden="true">
      {shown === undefined ? <div class="paper" /> : <img src={shown} alt="" loading="lazy" decoding="async" />}
    </div>
  )
}
