// One field of a dialog, with the control that suits its attribute.

import type { JSX } from 'preact'
import type { Control } from '../schema/kinds.data.ts'
import type { RichKey } from '../text/en.ts'
import { nameText, rt } from '../text/rich-text.ts'

interface ControlFieldProps {
  readonly name: string
  readonly control: Control
  readonly value: unknown
  /** Names that a path may have. */
  readonly paths: readonly string[]
  readonly isFirst?: boolean
}

const HINTS: Readonly<Partial<Record<string, RichKey>>> = {
  length: 'lengthHint',
  color: 'colorHint',
  path: 'pathHint',
  lengths: 'lengthsHint',
}

export function shownValue(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => String(item)).join(', ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

export function ControlField({ name, control, value, paths, isFirst = false }: ControlFieldProps): JSX.Element {
  const id = `field-${name}`
  const label = nameText('attr', name)
  if (control === 'flag') {
    return (
      <label class="check field">
        <input type="checkbox" name={name} value="true" defaultChecked={value === true} /> {label}
      </label>
    )
  }
  const hint = typeof control === 'string' ? (name === 'format' ? 'formatHint' : HINTS[control]) : undefined
  const shared = { id, name, autofocus: isFirst, ...(hint === undefined ? {} : { 'aria-describedby': `about-${name}` }) }
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <Input {...{ control, shared, value, paths }} />
      {hint === undefined ? null : (
        <span id={`about-${name}`} class="hint">
          {rt(hint)}
        </span>
      )}
    </p>
  )
}

interface InputProps {
  readonly control: Control
  readonly shared: { readonly id: string; readonly name: string; readonly autofocus: boolean }
  readonly value: unknown
  readonly paths: readonly string[]
}

function Input({ control, shared, value, paths }: InputProps): JSX.Element {
  const shown = shownValue(value)
  if (typeof control !== 'string') {
    const options = shown === '' || control.includes(shown) ? control : [...control, shown]
    return (
      <select {...shared} defaultValue={shown}>
        <option value="">{rt('notSet')}</option>
        {options.map((option) => (
          <option key={option} value={option} selected={option === shown}>
            {option}
          </option>
        ))}
      </select>
    )
  }
  if (control === 'code' || control === 'long')
    return <textarea {...shared} class="code" rows={6} spellcheck={false} defaultValue={shown} />
  if (control === 'number') return <input {...shared} type="number" defaultValue={shown} />
  if (control === 'path') {
    return (
      <>
        <input {...shared} list={`${shared.id}-paths`} autocomplete="off" spellcheck={false} defaultValue={shown} />
        <datalist id={`${shared.id}-paths`}>
          {paths.map((path) => (
            <option key={path} value={path} />
          ))}
        </datalist>
      </>
    )
  }
  return <input {...shared} autocomplete="off" spellcheck={false} defaultValue={shown} />
}

/** The value of an attribute that a field says; null where it says none. */
export function attributeOf(control: Control, text: string | undefined): unknown {
  const value = text?.trim() ?? ''
  if (control === 'flag') return value === 'true' ? true : null
  if (value === '') return null
  if (control === 'number') return Number.isFinite(Number(value)) ? Number(value) : null
  if (control === 'lengths') return value.split(/\s*,\s*|\s+/).filter((item) => item !== '')
  return control === 'code' || control === 'long' ? (text ?? '') : value
}
