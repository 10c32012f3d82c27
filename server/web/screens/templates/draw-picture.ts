// Pictures of templates that have none, or an old one: drawn one after another by whoever may write them and looks at the list, and kept by the service.

import { ApiFailure, call, ofTeam } from '../../state/api.ts'
import { loadModule } from '../../state/modules.ts'

interface Drawn {
  readonly url: string
  readonly warnings: number
  readonly pages: number
}

interface PreviewAnswer {
  readonly pdf: string | null
  readonly pages: number
  readonly diagnostics: readonly object[]
  readonly warnings: readonly object[]
}

/** What is drawn: a stored template, or a source. */
interface Wanted {
  readonly id?: string
  readonly type?: string
  readonly source?: string
  readonly data?: unknown
}

/** Of this visit, by team, template and version; undefined where there is nothing to draw. */
const drawn = new Map<string, Promise<Drawn | undefined>>()
let last: Promise<unknown> = Promise.resolve()

/** Draws the newest version of a template and hands it to the service. */
export function drawTemplate(teamId: string, id: string, version: number): Promise<Drawn | undefined> {
  return once(`${teamId} ${id} ${version}`, async () => {
    const picture = await drawPreview(teamId, { id })
    if (picture === undefined) return undefined
    const { blob, pages, warnings } = picture
    const query = new URLSearchParams({ version: String(version), pages: String(pages), warnings: String(warnings) })
    const path = ofTeam(teamId, `/pictures/${encodeURIComponent(id)}?${query}`)
    // Somebody may have saved meanwhile; the next look draws that.
    await call(path, { method: 'PUT', body: blob }).catch(ignoreFailure)
    return { url: URL.createObjectURL(blob), pages, warnings }
  })
}

/** Draws a source with its data, for this visit. */
export function drawSource(teamId: string, key: string, wanted: Wanted): Promise<Drawn | undefined> {
  return once(`sample ${key}`, async () => {
    const picture = await drawPreview(teamId, wanted)
    return picture && { url: URL.createObjectURL(picture.blob), pages: picture.pages, warnings: picture.warnings }
  })
}

function once(key: string, draw: () => Promise<Drawn | undefined>): Promise<Drawn | undefined> {
  const known = drawn.get(key)
  if (known !== undefined) return known
  // One at a time: the service renders for programs at the same time.
  const drawing = last.then(draw).catch(ignoreFailure)
  last = drawing
  drawn.set(key, drawing)
  return drawing
}

async function drawPreview(teamId: string, wanted: Wanted): Promise<{ blob: Blob; pages: number; warnings: number } | undefined> {
  const body = { ...wanted, page_range: '1-1' }
  const { pdf, pages, diagnostics, warnings } = await call<PreviewAnswer>(ofTeam(teamId, '/preview'), { method: 'POST', body })
  if (pdf === null) return undefined
  const { decodeBase64, pageThumbnail } = await loadModule(() => import('../../parts/page-thumbnail.ts'))
  return { blob: await pageThumbnail(decodeBase64(pdf)), pages, warnings: diagnostics.length + warnings.length }
}

/** A list without a picture is still a list. */
function ignoreFailure(thrown: unknown): undefined {
  if (!(thrown instanceof ApiFailure)) throw thrown
  return undefined
}
