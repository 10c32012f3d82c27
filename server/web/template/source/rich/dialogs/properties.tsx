// The properties of a node or a mark: a field for each of its attributes.

import type { JSX } from 'preact'
import { FormDialog } from '../../../../parts/ask.tsx'
import type { Control } from '../schema/kinds.data.ts'
import { ANY_BLOCK, KINDS, MARK_KINDS } from '../schema/kinds.data.ts'
import { nameText, rt } from '../text/rich-text.ts'
import { attributeOf, ControlField } from './control.tsx'

interface PropertiesProps {
  /** The name in JSON of a node or a mark. */
  readonly name: string
  readonly attrs: Readonly<Record<string, unknown>>
  readonly paths: readonly string[]
  /** The attributes that the fields say; null for those that are not set. */
  onApply(attrs: Readonly<Record<string, unknown>>): void
  onClose(): void
}

export function fieldsOf(name: string): readonly (readonly [string, Control])[] {
  const own = KINDS[name]?.attrs ?? MARK_KINDS[name] ?? {}
  return Object.entries(own).filter(([, control]) => control !== 'own')
}

export function Properties({ name, attrs, paths, onApply, onClose }: PropertiesProps): JSX.Element {
  const fields = fieldsOf(name)
  const common = KINDS[name]?.isPlain === true ? Object.entries(ANY_BLOCK) : []
  const submit = async (values: Readonly<Record<string, string>>): Promise<void> => {
    const all = [...fields, ...common].map(([key, control]): [string, unknown] => {
      const value = attributeOf(control, values[key])
      // A task that is not done says so.
      return [key, key === 'checked' ? value === true : value]
    })
    onApply(Object.fromEntries(all))
    onClose()
  }
  const label = name === 'link' ? rt('link') : nameText('node', name)
  const shown = ([key, control]: readonly [string, Control], index: number): JSX.Element => (
    <ControlField key={key} name={key} control={control} value={attrs[key]} paths={paths} isFirst={index === 0} />
  )
  return (
    <FormDialog title={rt('edit', { name: label })} action={rt('apply')} submit={submit} onClose={onClose}>
      {() => (
        <>
          {fields.map(shown)}
          {common.length === 0 ? null : (
            <details class="rich-more" open={fields.length === 0}>
              <summary>{rt('more')}</summary>
              {common.map((field) => shown(field, -1))}
            </details>
          )}
        </>
      )}
    </FormDialog>
  )
}
