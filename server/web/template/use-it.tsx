// The call of this template, ready to paste: with its id, its variables, and a place for the token.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Copy } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../text/text.ts'
import type { Variable } from './source/completion.ts'

interface Snippet {
  readonly name: string
  write(url: string, data: unknown): string
}

/** Signs that turn the direction of text are escaped: a line of code must be what it looks like. */
const json = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const SNIPPETS: readonly Snippet[] = [
  {
    name: 'curl',
    write: (url, data) =>
      `curl -X POST ${url} \\
  -H "Authorization: Bearer $PLATEN_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '${json({ data }).replaceAll("'", "'\\''")}' \\
  -o document.pdf`,
  },
  {
    name: 'Node',
    write: (url, data) =>
      `const response = await fetch('${url}', {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.PLATEN_TOKEN}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ data: ${json(data)} }),
})
if (!response.ok) throw new Error(await response.text())
await writeFile('document.pdf', Buffer.from(await response.arrayBuffer()))`,
  },
  {
    name: 'Python',
    write: (url, data) =>
      `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
    data=json.dumps({"data": json.loads(${JSON.stringify(json(data))})}).encode(),
    headers={"Authorization": "Bearer " + os.environ["PLATEN_TOKEN"], "Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as response, open("document.pdf", "wb") as file:
    file.write(response.read())`,
  },
  {
    name: 'PHP',
    write: (url, data) =>
      `$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['Authorization: Bearer ' . getenv('PLATEN_TOKEN'), 'Content-Type: application/json'],
    'content' => '${json({ data }).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}',
]]);
file_put_contents('document.pdf', file_get_contents('${url}', false, $context));`,
  },
]

interface UseItProps {
  readonly id: string
  readonly isPublished: boolean
  /** Undefined: made of the variables. */
  readonly data: unknown
  readonly variables: readonly Variable[]
  onClose(): void
}

export function UseIt({ id, isPublished, data, variables, onClose }: UseItProps): JSX.Element {
  const [name, setName] = useState('curl')
  const snippet = SNIPPETS.find((candidate) => candidate.name === name) ?? SNIPPETS[0]
  const url = `${location.origin}/api/templates/${encodeURIComponent(id)}/pdf`
  return (
    <Dialog title={t('useIt')} isWide onClose={onClose}>
      <p class="muted">{t('useItHint')}</p>
      {isPublished ? null : <p class="notice">{t('useItDraft')}</p>}
      <fieldset class="actions" aria-label={t('useIt')}>
        {SNIPPETS.map((candidate) => (
          <button key={candidate.name} type="button" aria-pressed={candidate.name === name} onClick={() => setName(candidate.name)}>
            {candidate.name}
          </button>
        ))}
      </fieldset>
      <Copy text={snippet?.write(url, data ?? dataOf(variables)) ?? ''} label={name} isFramed />
      <p class="actions">
        <button type="button" onClick={onClose}>
          {t('close')}
        </button>
      </p>
    </Dialog>
  )
}

/** A value for each variable at the top: enough to see which names are wanted. */
function dataOf(variables: readonly Variable[]): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  for (const { name, type } of variables) if (!/[.[]/.test(name)) data[name] = type === 'array' ? [] : type === 'object' ? {} : name
  return data
}
