// HTML from elsewhere before it is parsed: style attributes get a name that the page's policy does not look at, Word's lists become lists,
// and what no document has goes.

/** A tag with its attributes; quoted values may hold `>`. */
const TAG = /<[a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gi

export function cleanHtml(html: string): string {
  const plain = html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(script|style|xml|title|iframe|object)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<\/?(?:o|w|v|m):[^>]*>/gi, '')
  return wordLists(
    plain.replace(TAG, (tag) =>
      tag.replace(/\sstyle(?=\s*=)/gi, ' data-style').replace(/\son[a-z]+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, ''),
    ),
  )
}

/** Word writes the items of a list as paragraphs with their marks as text. */
function wordLists(html: string): string {
  if (!/MsoListParagraph|mso-list:/i.test(html)) return html
  const ITEM = /<p\b[^>]*(?:MsoListParagraph|mso-list:)[^>]*>([\s\S]*?)<\/p>/gi
  return html.replace(new RegExp(`(?:${ITEM.source}\\s*)+`, 'gi'), (run) => {
    const isOrdered = /^\s*(?:<[^>]+>|\s|&nbsp;)*\(?[0-9a-z]{1,3}[.)]/i.test(run.replace(/^<p\b[^>]*>/i, ''))
    const items = [...run.matchAll(ITEM)].map(([, inside = '']) => `<li><p>${withoutMark(inside)}</p></li>`)
    const tag = isOrdered ? 'ol' : 'ul'
    return `<${tag}>${items.join('')}</${tag}>`
  })
}

function withoutMark(item: string): string {
  return item
    .replace(/<span\b[^>]*mso-list:\s*Ignore[^>]*>[\s\S]*?<\/span>\s*<\/span>/i, '')
    .replace(/<span\b[^>]*mso-list:\s*Ignore[^>]*>[\s\S]*?<\/span>/i, '')
    .replace(/^(?:\s|&nbsp;|<[^/][^>]*>)*(?:[·•o§-]|\(?[0-9a-z]{1,3}[.)])(?:\s|&nbsp;)+/i, '')
}
