// The page of a document: its size, its margins, its font, and whether it has a header and a footer.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { FormDialog } from '../../../../parts/ask.tsx'
import { FontOptions } from '../bars/font-options.tsx'
import { nameText, rt } from '../text/rich-text.ts'
import { type FontFamily, withFamily } from '../view/fonts.ts'
import { shownValue } from './control.tsx'

type Page = Readonly<Record<string, unknown>>

export interface PageWish {
  readonly page: Page | null
  readonly hasHeader: boolean
  readonly hasFooter: boolean
}

interface PageDialogProps {
  readonly page: Page
  readonly families: readonly FontFamily[]
  readonly hasHeader: boolean
  readonly hasFooter: boolean
  onPage(wish: PageWish): void
  onClose(): void
}

const SIZES = ['A3', 'A4', 'A5', 'A6', 'B4', 'B5', 'Letter', 'Legal', 'Ledger', 'Tabloid']
const SIDES = [
  ['top', 'marginTop'],
  ['right', 'marginRight'],
  ['bottom', 'marginBottom'],
  ['left', 'marginLeft'],
] as const
const OWN = 'own'

function recordOf(value: unknown): Page {
  // An object of JSON has string keys.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Page) : {}
}

/** Sets what the fields say, and leaves out what they do not; what has no field stays. */
function pageOf(before: Page, fields: Readonly<Record<string, string>>): Page | null {
  const set = (target: Record<string, unknown>, key: string, text: string | undefined): void => {
    const value = text?.trim() ?? ''
    if (value === '') delete target[key]
    else if (shownValue(target[key]) !== value) target[key] = value
  }
  const page: Record<string, unknown> = { ...before }
  if (fields['size'] === OWN)
    page['size'] = { width: fields['ownWidth']?.trim() || '210mm', height: fields['ownHeight']?.trim() || '297mm' }
  else set(page, 'size', fields['size'])
  for (const name of ['orientation', 'font', 'fontSize', 'lang', 'dir', 'background']) set(page, name, fields[name])
  const margins: Record<string, unknown> = { ...recordOf(before['margins']) }
  for (const [side] of SIDES) set(margins, side, fields[side])
  if (Object.keys(margins).length > 0) page['margins'] = margins
  else delete page['margins']
  return Object.keys(page).length === 0 ? null : page
}

export function PageDialog({ page, families, hasHeader, hasFooter, onPage, onClose }: PageDialogProps): JSX.Element {
  const isOwn = typeof page['size'] === 'object' && page['size'] !== null
  const [size, setSize] = useState(isOwn ? OWN : shownValue(page['size']))
  const own = recordOf(page['size'])
  const submit = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    const next = pageOf(page, fields)
    const family = families.find(({ name }) => name === next?.['font'])
    // An object, as it has a font now.
    onPage({
      page: withFamily(next, family) as Page | null,
      hasHeader: fields['hasHeader'] === 'true',
      hasFooter: fields['hasFooter'] === 'true',
    })
    onClose()
  }
  return (
    <FormDialog title={rt('pageSetup')} action={rt('apply')} submit={submit} onClose={onClose}>
      {() => (
        <>
          <p class="field">
            <label for="field-size">{rt('size')}</label>
            <select id="field-size" name="size" value={size} onChange={({ currentTarget }) => setSize(currentTarget.value)}>
              <option value="">{rt('notSet')}</option>
              {SIZES.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
              <option value={OWN}>{rt('ownSize')}</option>
            </select>
          </p>
          {size === OWN ? (
            <div class="rich-pair">
              <Line name="ownWidth" label={nameText('attr', 'width')} value={own['width']} />
              <Line name="ownHeight" label={nameText('attr', 'height')} value={own['height']} />
            </div>
          ) : null}
          <Choice
            name="orientation"
            label={rt('orientation')}
            value={page['orientation']}
            options={[
              ['portrait', rt('portrait')],
              ['landscape', rt('landscape')],
            ]}
          />
          <div class="rich-pair">
            {SIDES.map(([side, label]) => (
              <Line key={side} name={side} label={rt(label)} value={recordOf(page['margins'])[side]} />
            ))}
            <p class="field">
              <label for="field-font">{rt('font')}</label>
              <select id="field-font" name="font">
                <FontOptions value={shownValue(page['font'])} {...{ page, families }} none={rt('notSet')} />
              </select>
            </p>
            <Line name="fontSize" label={nameText('attr', 'fontSize')} value={page['fontSize']} />
            <Line name="lang" label={nameText('attr', 'lang')} value={page['lang']} />
            <Choice
              name="dir"
              label={nameText('attr', 'dir')}
              value={page['dir']}
              options={['ltr', 'rtl', 'auto'].map((value) => [value, value])}
            />
            <Line name="background" label={nameText('attr', 'background')} value={page['background']} />
          </div>
          <label class="check field">
            <input type="checkbox" name="hasHeader" value="true" defaultChecked={hasHeader} /> {rt('hasHeader')}
          </label>
          <label class="check field">
            <input type="checkbox" name="hasFooter" value="true" defaultChecked={hasFooter} /> {rt('hasFooter')}
          </label>
        </>
      )}
    </FormDialog>
  )
}

function Line({ name, label, value }: { readonly name: string; readonly label: string; readonly value: unknown }): JSX.Element {
  return (
    <p class="field">
      <label for={`field-${name}`}>{label}</label>
      <input id={`field-${name}`} name={name} autocomplete="off" spellcheck={false} defaultValue={shownValue(value)} />
    </p>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly value: unknown
  readonly options: readonly (readonly string[])[]
}

function Choice({ name, label, value, options }: ChoiceProps): JSX.Element {
  return (
    <p class="field">
      <label for={`field-${name}`}>{label}</label>
      <select id={`field-${name}`} name={name}>
        <option value="">{rt('notSet')}</option>
        {options.map(([option = '', text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </p>
  )
}
