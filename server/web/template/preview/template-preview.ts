// The preview of a template at work: it follows what is typed, through the service.
import { effect } from '@preact/signals'
import { call, ofTeam } from '../../state/api.ts'
import { isSessionLost } from '../../state/session.ts'
import { livePreview, type Previewed, type PreviewRequest } from './live-preview.ts'
import { PreviewModel } from './preview-model.ts'

export interface TemplatePreview {
  readonly model: PreviewModel
  want(request: PreviewRequest): void
  stop(): void
}

interface AskedPages {
  readonly page_range?: number
  /** Pages whose places are wanted. */
  readonly places: number | string
}

/** The data are sent as they were typed: digits of numbers stay, and a megabyte is not written anew for each key. */
function bodyOf(fields: object, data: string): string {
  const own = JSON.stringify(fields)
  return data.trim() === '' ? own : `${own.slice(0, -1)},"data":${data}}`
}

/** `onPreview` is told of every answer, before its pages are painted. */
export function templatePreview(teamId: string, onPreview: (previewed: Previewed) => void): TemplatePreview {
  let last: PreviewRequest | undefined
  const ask = ({ data, ...others }: PreviewRequest & AskedPages, signal?: AbortSignal): Promise<Previewed> =>
    call<Previewed>(ofTeam(teamId, '/preview'), {
      method: 'POST',
      json: bodyOf({ ...others, boxes: false }, data),
      ...(signal === undefined ? {} : { signal }),
    })
  const model = new PreviewModel({
    placesOn: async (page) => {
      const answer = last && (await ask({ ...last, page_range: page, places: page }).catch(() => undefined))
      return answer?.places
    },
  })
  const live = livePreview({
    ask: (request, signal) => {
      last = request
      const [from, to] = model.view?.inView() ?? [1, 1]
      return ask({ ...request, places: `${Math.max(1, from - 1)}-${to + 1}` }, signal)
    },
    onPreview: (previewed, signal, since) => {
      onPreview(previewed)
      return model.take(previewed, signal, since)
    },
    onFailure: (failure) => {
      model.isOffline.value = failure.status === 0
      // Said elsewhere: the connection is lost, or the session has ended.
      model.problem.value = failure.status === 0 || failure.status === 401 ? '' : failure.message
    },
    onBusy: (isBusy) => {
      model.isBusy.value = isBusy
    },
  })
  const forget = effect(() => {
    if (!isSessionLost.value) live.retry()
  })
  return {
    model,
    want: live.want,
    stop() {
      forget()
      live.stop()
    },
  }
}
