// A picture: one of the team's assets, a file of this device, or an address; with its text for those who cannot see it.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { FormDialog } from '../../../../parts/ask.tsx'
import { useLoaded } from '../../../../parts/loaded.tsx'
import { showFailure, showMessage } from '../../../../parts/messages.tsx'
import { call, ofTeam } from '../../../../state/api.ts'
import { can } from '../../../../state/session.ts'
import { randomId } from '../../../kept/tab.ts'
import { KINDS } from '../schema/kinds.data.ts'
import { rt } from '../text/rich-text.ts'
import { attributeOf, ControlField, shownValue } from './control.tsx'

interface Asset {
  readonly name: string
  readonly type: string
}

interface ImageDialogProps {
  readonly teamId: string
  readonly attrs: Readonly<Record<string, unknown>>
  onApply(attrs: Readonly<Record<string, unknown>>): void
  onClose(): void
}

/** Of a picture that becomes a part of the document. */
const MOST_DATA_BYTES = 700_000
const MOST_SHOWN = 60

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

export function ImageDialog({ teamId, attrs, onApply, onClose }: ImageDialogProps): JSX.Element {
  const [source, setSource] = useState(shownValue(attrs['src']))
  const loaded = useLoaded((signal) => call<readonly Asset[]>(ofTeam(teamId, '/assets'), { signal }), [teamId])
  const pictures = (loaded.answer ?? []).filter(({ type }) => type.startsWith('image/')).slice(0, MOST_SHOWN)
  const fields = Object.entries(KINDS['image']?.attrs ?? {}).filter(([name]) => name !== 'src')
  const submit = async (values: Readonly<Record<string, string>>): Promise<void> => {
    const others = fields.map(([name, control]) => [name, attributeOf(control, values[name])])
    onApply({ src: source.trim(), ...Object.fromEntries(others) })
    onClose()
  }
  const upload = async (file: File | undefined): Promise<void> => {
    const uploaded = file === undefined ? undefined : await imageSource(teamId, file)
    if (uploaded === undefined) return
    setSource(uploaded)
    loaded.reload()
  }
  return (
    <FormDialog title={rt('node_image')} action={rt('apply')} submit={submit} onClose={onClose}>
      {() => (
        <>
          <fieldset class="rich-pictures">
            <legend>{rt('imageFromAssets')}</legend>
            {loaded.answer !== undefined && pictures.length === 0 ? <p class="muted">{rt('imageNone')}</p> : null}
            {pictures.map(({ name }) => (
              <label key={name} class="rich-picture" title={name}>
                <input type="radio" name="asset" value={name} checked={source === name} onChange={() => setSource(name)} />
                <img src={assetUrl(teamId, name)} alt="" loading="lazy" />
                <span>{name.slice(name.lastIndexOf('/') + 1)}</span>
              </label>
            ))}
          </fieldset>
          <p>
            <label class="button">
              {rt('imageUpload')}
              <input
                type="file"
                class="hidden"
                accept="image/png,image/jpeg,image/svg+xml,image/webp,image/gif"
                onChange={({ currentTarget }) => void upload(currentTarget.files?.[0])}
              />
            </label>
          </p>
          <p class="field">
            <label for="field-src">{rt('imageSource')}</label>
            <input
              id="field-src"
              required
              autocomplete="off"
              spellcheck={false}
              value={source}
              onInput={({ currentTarget }) => setSource(currentTarget.value)}
            />
          </p>
          {fields.map(([name, control]) => (
            <ControlField key={name} name={name} control={control} value={attrs[name]} paths={[]} />
          ))}
        </>
      )}
    </FormDialog>
  )
}
