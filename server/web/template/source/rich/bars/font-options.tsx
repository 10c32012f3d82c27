// The families that there are to choose: those that come with Platen, and those of the team.

import type { JSX } from 'preact'
import { rt } from '../text/rich-text.ts'
import { type FontFamily, pageFonts } from '../view/fonts.ts'

const BUNDLED = ['Arimo', 'Tinos', 'Cousine']

interface FontOptionsProps {
  readonly value: string
  readonly families: readonly FontFamily[]
  readonly page: unknown
  /** Of no choice. */
  readonly none: string
}

export function FontOptions({ value, families, page, none }: FontOptionsProps): JSX.Element {
  const team = new Set([...pageFonts(page).map(({ family }) => family), ...families.map(({ name }) => name)])
  const isOther = value !== '' && !BUNDLED.includes(value) && !team.has(value)
  const option = (name: string): JSX.Element => (
    <option key={name} value={name} selected={name === value}>
      {name}
    </option>
  )
  return (
    <>
      <option value="" selected={value === ''}>
        {none}
      </option>
      {BUNDLED.map(option)}
      {isOther ? option(value) : null}
      {team.size === 0 ? null : <optgroup label={rt('teamFonts')}>{[...team].map(option)}</optgroup>}
    </>
  )
}
