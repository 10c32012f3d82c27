// A picture: one of the team's assets, a file of this device, or an address; with its text for those who cannot see it.

import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { FormDialog } from '../../../../parts/ask.tsx'
import { useLoaded } from '../../../../parts/loaded.tsx'
import { call, ofTeam } from '../../../../state/api.ts'
import { KINDS } from '../schema/kinds.data.ts'
import { rt } from '../text/rich-text.ts'
import { attributeOf, ControlField, shownValue } from './control.tsx'
import { imageSource, showAsset } from './image-source.ts'

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

const MOST_SHOWN = 60

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
                <AssetPicture {...{ teamId, name }} />
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

function AssetPicture({ teamId, name }: { readonly teamId: string; readonly name: string }): JSX.Element {
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (picture.current !== null) showAsset(picture.current, teamId, name)
  }, [teamId, name])
  return <img ref={picture} alt="" loading="lazy" />
}
