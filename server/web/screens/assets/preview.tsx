// Previews of assets. No script of an asset runs: pictures are shown as pictures, fonts and PDFs are read from their bytes, text is text.

import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { loadModule } from '../../state/modules.ts'
import { t } from '../../text/text.ts'
import { type Asset, assetUrl, familyOf } from './asset.ts'

/** Larger assets have a preview when they are opened, not in the list. */
const MAX_BYTES_IN_LIST = 1_500_000
const MAX_LINES = 14
const PANGRAM = 'Sphinx of black quartz, judge my vow. 0123456789 €&?'

interface PreviewProps {
  readonly teamId: string
  readonly asset: Asset
  readonly isLarge?: boolean
}

export function AssetPreview(props: PreviewProps): JSX.Element {
  const { teamId, asset, isLarge = false } = props
  const family = familyOf(asset)
  const [container, isNear] = useNearWindow()
  const url = assetUrl(teamId, asset)
  return (
    <div ref={container} class={`asset-preview of-${family} ${isLarge ? 'large' : ''}`} aria-hidden="true">
      {family === 'picture' ? <img src={url} alt="" loading="lazy" decoding="async" /> : null}
      {family !== 'picture' && isNear && (isLarge || asset.size <= MAX_BYTES_IN_LIST) ? <LoadedPreview {...props} url={url} /> : null}
    </div>
  )
}

function LoadedPreview({ asset, url, isLarge = false }: PreviewProps & { readonly url: string }): JSX.Element | null {
  const family = familyOf(asset)
  if (family === 'font') return <FontSpecimen asset={asset} url={url} isLarge={isLarge} />
  return family === 'pdf' ? <FirstPage asset={asset} url={url} /> : <Text url={url} />
}

/** A ref for the container, and whether it has come near the visible part of the window. */
function useNearWindow(): [{ current: HTMLDivElement | null }, boolean] {
  const container = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (container.current === null) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) setNear(true)
      },
      { rootMargin: '200px' },
    )
    observer.observe(container.current)
    return () => observer.disconnect()
  }, [])
  return [container, isNear]
}

interface LoadedPreviewProps {
  readonly asset: Asset
  readonly url: string
}

/** The font is loaded from its bytes: the page's Content-Security-Policy allows no font by address, and browsers sanitise each font before they use it. */
function FontSpecimen({ asset, url, isLarge }: LoadedPreviewProps & { readonly isLarge: boolean }): JSX.Element {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const family = `asset ${asset.hash}`
  useEffect(() => {
    let face: FontFace | undefined
    let isUnmounted = false
    const load = async (): Promise<void> => {
      face = await new FontFace(family, await (await fetch(url)).arrayBuffer()).load()
      if (isUnmounted) return
      document.fonts.add(face)
      setState('ready')
    }
    load().catch(() => setState('failed'))
    return () => {
      isUnmounted = true
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

function FirstPage({ url }: LoadedPreviewProps): JSX.Element {
  const [picture, setPicture] = useState<string | null>()
  useEffect(() => {
    let objectUrl: string | undefined
    let isUnmounted = false
    const draw = async (): Promise<void> => {
      const [{ pageThumbnail }, response] = await Promise.all([loadModule(() => import('../../parts/page-thumbnail.ts')), fetch(url)])
      const blob = await pageThumbnail(new Uint8Array(await response.arrayBuffer()))
      if (isUnmounted) return
      objectUrl = URL.createObjectURL(blob)
      setPicture(objectUrl)
    }
    draw().catch(() => setPicture(null))
    return () => {
      isUnmounted = true
      if (objectUrl !== undefined) URL.revokeObjectURL(objectUrl)
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
      .then(async (response) => setText((await response.text()).split('\n', MAX_LINES).join('\n')))
      .catch(() => {})
    return () => controller.abort()
  }, [url])
  return <pre dir="ltr">{text}</pre>
}
