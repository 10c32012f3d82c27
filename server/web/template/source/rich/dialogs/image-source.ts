// Where the bytes of pictures and fonts are: assets of the team, and files that become one.
import { showFailure, showMessage } from '../../../../parts/messages.tsx'
import { call, callBlob, ofTeam } from '../../../../state/api.ts'
import { can, isEmbedded } from '../../../../state/session.ts'
import { randomId } from '../../../kept/tab.ts'
import { rt } from '../text/rich-text.ts'

/** Of a picture that becomes a part of the document. */
const MOST_DATA_BYTES = 700_000

/** Shows an asset. In a frame of another application the session is in a header, which pictures by address do not send: their bytes are fetched. */
export function showAsset(picture: HTMLImageElement, teamId: string, name: string): void {
  if (!isEmbedded.value) {
    loadPatiently(picture, `/app/api${assetPath(teamId, name)}`)
    return
  }
  callBlob(assetPath(teamId, name)).then(
    (blob) => {
      const url = URL.createObjectURL(blob)
      for (const type of ['load', 'error']) picture.addEventListener(type, () => URL.revokeObjectURL(url), { once: true })
      picture.src = url
    },
    // As one that is missing: it has its alternative.
    () => {},
  )
}

const MS_TO_WAIT = [1000, 4000]

/** A picture that could not be loaded is asked for twice more: the service may have been busy. */
function loadPatiently(picture: HTMLImageElement, url: string): void {
  let tries = 0
  picture.addEventListener('error', () => {
    const ms = MS_TO_WAIT[tries++]
    if (ms === undefined) return
    setTimeout(() => {
      if (picture.isConnected) picture.src = url
    }, ms)
  })
  picture.src = url
}

const assetPath = (teamId: string, name: string): string => ofTeam(teamId, `/assets/${name.split('/').map(encodeURIComponent).join('/')}`)

export function assetBytes(teamId: string, name: string): Promise<ArrayBuffer> {
  return callBlob(assetPath(teamId, name)).then((blob) => blob.arrayBuffer())
}

/** A file as an asset of the team, where the role may add some; else as an address that holds it. Undefined where neither works. */
export async function imageSource(teamId: string, file: File): Promise<string | undefined> {
  if (can('assets:write')) {
    const name = `pictures/${randomId().slice(0, 8)}-${file.name.replace(/[^\w.-]+/g, '-').slice(-60) || 'picture'}`
    try {
      await call(ofTeam(teamId, `/assets/${name}`), { method: 'PUT', body: file })
      return name
    } catch (thrown) {
      showFailure(thrown)
      return undefined
    }
  }
  if (file.size > MOST_DATA_BYTES) {
    showMessage(rt('imageBig'))
    return undefined
  }
  return await new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => resolve(undefined)
    reader.readAsDataURL(file)
  })
}
