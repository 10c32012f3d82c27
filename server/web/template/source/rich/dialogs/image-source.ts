// Where the bytes of pictures are: assets of the team, and files that become one.
import { showFailure, showMessage } from '../../../../parts/messages.tsx'
import { call, ofTeam } from '../../../../state/api.ts'
import { can } from '../../../../state/session.ts'
import { randomId } from '../../../kept/tab.ts'
import { rt } from '../text/rich-text.ts'

/** Of a picture that becomes a part of the document. */
const MOST_DATA_BYTES = 700_000

export function assetUrl(teamId: string, name: string): string {
  return `/app/api${ofTeam(teamId, `/assets/${name.split('/').map(encodeURIComponent).join('/')}`)}`
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
