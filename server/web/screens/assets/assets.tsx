// The files of the team that templates use by name: dropped here, looked at, replaced, deleted.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { FormDialog } from '../../parts/ask.tsx'
import { DropZone, FileButton } from '../../parts/drop-zone.tsx'
import { Field } from '../../parts/form.tsx'
import { Shown, useLoaded } from '../../parts/loaded.tsx'
import { Empty, Page } from '../../parts/page.tsx'
import { call, ofTeam } from '../../state/api.ts'
import { can, team } from '../../state/session.ts'
import { language, t } from '../../text/text.ts'
import { ACCEPTED, type Asset, assetPath, FAMILY_NAMES, type Family, familyOf, nameFor, sizeText } from './asset.ts'
import { AssetDetails } from './details.tsx'
import { AssetPreview } from './preview.tsx'
import { UploadList } from './upload-list.tsx'
import { addUploads } from './uploads.ts'

interface Loaded {
  readonly assets: readonly Asset[]
  /** Names of templates by id. */
  readonly templates: ReadonlyMap<string, string>
}

async function load(teamId: string, signal: AbortSignal): Promise<Loaded> {
  const [assets, templates] = await Promise.all([
    call<readonly Asset[]>(ofTeam(teamId, '/assets'), { signal }),
    call<readonly { id: string; name: string }[]>(ofTeam(teamId, '/template-list'), { signal }),
  ])
  return { assets, templates: new Map(templates.map(({ id, name }) => [id, name])) }
}

export function AssetsScreen(): JSX.Element {
  const teamId = team.value?.id ?? ''
  const loaded = useLoaded((signal) => load(teamId, signal), [teamId])
  const [isNaming, setNaming] = useState(false)
  const [opened, setOpened] = useState<string>()
  const mayWrite = can('assets:write')
  const add = (files: readonly File[]): void => addUploads(teamId, files, loaded.reload)
  const templatesUsing = (name: string): readonly { id: string; name: string }[] => {
    const { assets = [], templates } = loaded.answer ?? {}
    const ids = assets.find((asset) => asset.name === name)?.used_by ?? []
    return ids.map((id) => ({ id, name: templates?.get(id) ?? id }))
  }
  const upload = <FileButton label={t('upload')} class="primary" accept={ACCEPTED} onFiles={add} />
  const asset = loaded.answer?.assets.find(({ name }) => name === opened)
  const actions = (
    <>
      <button type="button" onClick={() => setNaming(true)}>
        {t('newPart')}
      </button>
      {upload}
    </>
  )
  return (
    <DropZone label={t('dropAssets')} isOn={mayWrite} onFiles={add}>
      <Page title={t('assets')} intro={t('assetsIntro')} actions={mayWrite ? actions : null}>
        <UploadList {...{ teamId, templatesUsing }} onDone={loaded.reload} />
        <Shown of={loaded}>
          {({ assets }) =>
            assets.length === 0 ? (
              <Empty title={t('assetsEmpty')} hint={t('assetsEmptyHint')} mark="◩">
                {mayWrite ? upload : null}
              </Empty>
            ) : (
              <List {...{ teamId, assets }} onOpen={setOpened} />
            )
          }
        </Shown>
      </Page>
      {asset === undefined ? null : (
        <AssetDetails
          key={asset.hash}
          {...{ teamId, asset }}
          usedBy={templatesUsing(asset.name)}
          onChanged={loaded.reload}
          onClose={() => setOpened(undefined)}
        />
      )}
      {isNaming ? (
        <NewPart
          teamId={teamId}
          onMade={(name) => {
            loaded.reload()
            setOpened(name)
          }}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </DropZone>
  )
}

interface ListProps {
  readonly teamId: string
  readonly assets: readonly Asset[]
  onOpen(name: string): void
}

function List({ teamId, assets, onOpen }: ListProps): JSX.Element {
  const [wanted, setWanted] = useState('')
  const [family, setFamily] = useState<Family>()
  // The keys of a record of all families.
  const families = (Object.keys(FAMILY_NAMES) as Family[]).filter((one) => assets.some((asset) => familyOf(asset) === one))
  const shown = assets.filter(
    (asset) => (family === undefined || familyOf(asset) === family) && asset.name.toLowerCase().includes(wanted.trim().toLowerCase()),
  )
  return (
    <>
      <div class="tools">
        <input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={wanted}
          onInput={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        <div class="chips">
          {[undefined, ...families].map((one) => (
            <button key={one ?? 'all'} type="button" class="chip" aria-pressed={family === one} onClick={() => setFamily(one)}>
              {t(one === undefined ? 'familyAll' : FAMILY_NAMES[one])}
            </button>
          ))}
        </div>
      </div>
      {shown.length === 0 ? <Empty title={t('assetsNone')} /> : null}
      <ul class="cards assets">
        {shown.map((asset) => (
          <li key={asset.name} class="card">
            <AssetPreview teamId={teamId} asset={asset} />
            <div class="card-body">
              <h2>
                <button type="button" class="card-link" onClick={() => onOpen(asset.name)}>
                  <bdi>{asset.name}</bdi>
                </button>
              </h2>
              <p class="muted small">
                {sizeText(asset.size, language.value)}
                {asset.used_by.length === 0 ? '' : ` · ${t('usedByCount', { count: String(asset.used_by.length) })}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

interface NewPartProps {
  readonly teamId: string
  onMade(name: string): void
  onClose(): void
}

function NewPart({ teamId, onMade, onClose }: NewPartProps): JSX.Element {
  const submit = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    const given = nameFor(fields['name'] ?? '')
    const name = /\.\w+$/.test(given) ? given : `${given}.html`
    const body = new Blob(['<footer>\n</footer>\n'], { type: 'text/html' })
    await call(assetPath(teamId, name), { method: 'PUT', body, headers: { 'If-None-Match': '*' } })
    onMade(name)
    onClose()
  }
  return (
    <FormDialog title={t('newPart')} action={t('create')} submit={submit} onClose={onClose}>
      {(problems) => <Field name="name" label={t('name')} value="footer.html" problems={problems} />}
    </FormDialog>
  )
}
