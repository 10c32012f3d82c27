// What an asset looks like. Nothing in it runs: pictures are shown as pictures, fonts and PDFs are read from their bytes, text is text.

import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../../text/text.ts'
import { type Asset, assetUrl, familyOf } from './asset.ts'

/** Larger ones are shown when they are opened, not in the list. */
const MOST_IN_LIST = 1_500_000
const MOST_LINES = 14
const PANGRAM = 'Sphinx of black quartz, judge my vow. 0123456789 €&?'

interface PreviewProps {
  readonly teamId: string
  readonly asset: Asset
  readonly isLarge?: boolean
}

export function AssetPreview(props: PreviewProps): JSX.Element {
  const { teamId, asset, isLarge = false } = props
  const family = familyOf(asset)
  const [place, isSeen] = useSeen()
  const url = assetUrl(teamId, asset)
  return (
    <div ref={place} class={`asset-preview of-${family} ${isLarge ? 'large' : ''}`} aria-hidden="true">
      {family === 'picture' ? <img src={url} alt="" loading="lazy" decoding="async" /> : null}
      {family !== 'picture' && isSeen && (isLarge || asset.size <= MOST_IN_LIST) ? <Drawn {...props} url={url} /> : null}
    </div>
  )
}

function Drawn({ asset, url, isLarge = false }: PreviewProps & { readonly url: string }): JSX.Element | null {
  const family = familyOf(asset)
  if (family === 'font') return <Specimen asset={asset} url={url} isLarge={isLarge} />
  return family === 'pdf' ? <FirstPage asset={asset} url={url} /> : <Text url={url} />
}

/** True from when the place comes near the window. */
function useSeen(): [{ current: HTMLDivElement | null }, boolean] {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (place.current === null) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) setSeen(true)
      },
      { rootMargin: '200px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return [place, isSeen]
}

interface DrawnProps {
  readonly asset: Asset
  readonly url: string
}

/** The font is made of its bytes: the policy of the page allows no other font, and browsers check each before they use it. */
function Specimen({ asset, url, isLarge }: DrawnProps & { readonly isLarge: boolean }): JSX.Element {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const family = `asset ${asset.hash}`
  useEffect(() => {
    let face: FontFace | undefined
    let isGone = false
    const load = async (): Promise<void> => {
      face = await new FontFace(family, await (await fetch(url)).arrayBuffer()).load()
      if (isGone) return
      document.fonts.add(face)
      setState('ready')
    }
    load().catch(() => setState('failed'))
    return () => {
      isGone = true
      if (face !== undefined) document.fonts.delete(face)
    }
  }, [url])
  if (state === 'failed') return <span class="muted">{t('noPreview')}</span>
  return (
    <div class="specimen" style={{ fontFamily: `"${family}"`, visibility: state === 'ready' ? 'visible' : 'hidden' }}>
      <span class="specimen-large">Aa</span>
      {isLarge ? <span class="specimen-sizes">{PANGRAM}</span> : null}
    </div>
  )
}

function FirstPage({ url }: DrawnProps): JSX.Element {
  const [picture, setPicture] = useState<string | null>()
  useEffect(() => {
    let made: string | undefined
    let isGone = false
    const draw = async (): Promise<void> => {
      const [{ pageThumbnail }, response] = await Promise.all([import('../../parts/page-thumbnail.ts'), fetch(url)])
      const blob = await pageThumbnail(new Uint8Array(await response.arrayBuffer()))
      if (isGone) return
      made = URL.createObjectURL(blob)
      setPicture(made)
    }
    draw().catch(() => setPicture(null))
    return () => {
      isGone = true
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [url])
  if (picture === null) return <span class="muted">{t('noPreview')}</span>
  return picture === undefined ? <span /> : <img class="sheet" src={picture} alt="" />
}

function Text({ url }: { readonly url: string }): JSX.Element {
  const [text, setText] = useState('')
  useEffect(() => {
    const controller = new AbortController()
    fetch(url, { signal: controller.signal })
      .then(async (response) => setText((await response.text()).split('\n', MOST_LINES).join('\n')))
      .catch(() => {})
    return () => controller.abort()
  }, [url])
  return <pre dir="ltr">{text}</pre>
}
