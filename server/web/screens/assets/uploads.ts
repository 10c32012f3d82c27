// Uploads of several files: two at a time, each with its progress and its own failure.
import { signal } from '@preact/signals'
import { ApiFailure, noteSignedOut } from '../../state/api.ts'
import { assetPath, nameFor } from './asset.ts'

export interface Upload {
  readonly id: number
  readonly file: File
  /** Of the asset. */
  readonly name: string
  /** From 0 to 1. */
  readonly progress: number
  /** `exists`: there is an asset of this name, and nobody has said that it be replaced. */
  readonly state: 'waiting' | 'sending' | 'exists' | 'done' | 'failed'
  readonly failure?: ApiFailure
}

const AT_ONCE = 2
export const uploads = signal<readonly Upload[]>([])
let lastId = 0

export function clearUploads(): void {
  uploads.value = uploads.value.filter(({ state }) => state === 'waiting' || state === 'sending')
}

export function dropUpload(id: number): void {
  uploads.value = uploads.value.filter((upload) => upload.id !== id)
}

/** Uploads files under their own names, or one under a name that is there. */
export function addUploads(teamId: string, files: readonly File[], onDone: () => void): void {
  const added = files.map((file): Upload => ({ id: ++lastId, file, name: nameFor(file.name), progress: 0, state: 'waiting' }))
  uploads.value = [...uploads.value, ...added]
  next(teamId, onDone)
}

export function replaceBy(teamId: string, name: string, file: File, onDone: () => void): Promise<void> {
  const upload: Upload = { id: ++lastId, file, name, progress: 0, state: 'sending' }
  uploads.value = [...uploads.value, upload]
  return run(teamId, upload, true, onDone)
}

/** Goes on with one that stopped since the name was taken. */
export function replaceAfterAll(teamId: string, upload: Upload, onDone: () => void): void {
  void run(teamId, upload, true, onDone)
}

function next(teamId: string, onDone: () => void): void {
  while (uploads.value.filter(({ state }) => state === 'sending').length < AT_ONCE) {
    const waiting = uploads.value.find(({ state }) => state === 'waiting')
    if (waiting === undefined) return
    change(waiting.id, { state: 'sending' })
    void run(teamId, waiting, false, onDone)
  }
}

async function run(teamId: string, upload: Upload, mayReplace: boolean, onDone: () => void): Promise<void> {
  const { id, name, file } = upload
  change(id, { state: 'sending', progress: 0 })
  try {
    await send(assetPath(teamId, name), file, { mayReplace, onProgress: (progress) => change(id, { progress }) })
    change(id, { state: 'done', progress: 1 })
    onDone()
  } catch (thrown) {
    if (!(thrown instanceof ApiFailure)) throw thrown
    change(id, !mayReplace && thrown.status === 412 ? { state: 'exists' } : { state: 'failed', failure: thrown })
  }
  next(teamId, onDone)
}

function change(id: number, to: Partial<Upload>): void {
  uploads.value = uploads.value.map((upload) => (upload.id === id ? { ...upload, ...to } : upload))
}

interface Sending {
  readonly mayReplace: boolean
  onProgress(progress: number): void
}

/** `fetch` does not tell how much of a body is sent. */
function send(path: string, file: File, { mayReplace, onProgress }: Sending): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', `/app/api${path}`)
    // The bytes and the name decide the type: what systems say of files is often wrong for fonts and parts.
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    if (!mayReplace) request.setRequestHeader('If-None-Match', '*')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
    request.onerror = () => reject(new ApiFailure(0, {}))
    request.onload = () => {
      if (request.status < 300) return resolve()
      if (request.status === 401) noteSignedOut()
      reject(new ApiFailure(request.status, parsed(request.responseText)))
    }
    request.send(file)
  })
}

function parsed(text: string): ConstructorParameters<typeof ApiFailure>[1] {
  try {
    // The service's own answer.
    return JSON.parse(text) as ConstructorParameters<typeof ApiFailure>[1]
  } catch {
    return {}
  }
}
