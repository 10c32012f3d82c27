import type { JSX } from 'preact'

/** Links to the templates that use an asset. */
export function UsedBy({ templates }: { readonly templates: readonly { readonly id: string; readonly name: string }[] }): JSX.Element {
  return (
    <ul class="used-by">
      {templates.map(({ id, name }) => (
        <li key={id}>
          <a href={`/app/templates/${encodeURIComponent(id)}`}>
            <bdi>{name}</bdi>
          </a>
        </li>
      ))}
    </ul>
  )
}
