// The structure tree of a PDF as pdf.js reads it, page by page, with the text that each element holds.
interface Content {
  readonly type: string
  readonly id: string
}

interface Element {
  readonly role: string
  readonly children: readonly (Element | Content)[]
  readonly alt?: string
  readonly lang?: string
}

interface PageStructure {
  readonly tree: Element | undefined
  /** Texts by the number of their marked content. */
  readonly texts: ReadonlyMap<string, string>
}

async function structureOf(pdf: Uint8Array): Promise<readonly PageStructure[]> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS, useSystemFonts: false, disableFontFace: true })
  const document = await task.promise
  const pages: PageStructure[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const texts = new Map<string, string>()
    const open: (string | undefined)[] = []
    for (const item of items) {
      if ('str' in item) {
        const id = open.findLast((other) => other !== undefined)
        if (id !== undefined) texts.set(id, `${texts.get(id) ?? ''}${item.str}${item.hasEOL ? '\n' : ''}`)
      } else if (item.type === 'endMarkedContent') open.pop()
      else open.push('id' in item && typeof item.id === 'string' ? item.id : undefined)
    }
    // pdf.js declares less of it than it gives.
    pages.push({ tree: (await page.getStructTree()) as unknown as Element | undefined, texts })
  }
  await task.destroy()
  return pages
}

/** One line for each element: its type, what it says of itself, and its own text in quotation marks; deeper ones are indented. */
export async function structureOutline(pdf: Uint8Array): Promise<string> {
  const lines: string[] = []
  for (const [index, { tree, texts }] of (await structureOf(pdf)).entries()) {
    if (index > 0) lines.push(`--- page ${index + 1}`)
    const visit = (element: Element, depth: number): void => {
      const said = [element.alt === undefined ? '' : ` alt=${element.alt}`, element.lang === undefined ? '' : ` lang=${element.lang}`]
      const own = element.children.flatMap((child) =>
        'role' in child ? [] : [child.type !== 'content' ? '@' : JSON.stringify((texts.get(child.id) ?? '').replace(/\s+/g, ' ').trim())],
      )
      lines.push(`${'  '.repeat(depth)}${[element.role + said.join(''), ...own].join(' ')}`)
      for (const child of element.children) if ('role' in child) visit(child, depth + 1)
    }
    // The root, and the element of the document.
    for (const root of tree?.children ?? []) {
      if ('role' in root) for (const child of root.children) if ('role' in child) visit(child, 0)
    }
  }
  return lines.join('\n')
}

/** All text in the order of the structure tree; what is in no element is not there. */
export async function textByStructure(pdf: Uint8Array): Promise<string> {
  return (await pagesByStructure(pdf)).join('')
}

/** The same page by page. */
export async function pagesByStructure(pdf: Uint8Array): Promise<readonly string[]> {
  const pages: string[] = []
  for (const { tree, texts } of await structureOf(pdf)) {
    let text = ''
    const visit = (element: Element): void => {
      for (const child of element.children) {
        if ('role' in child) visit(child)
        else text += texts.get(child.id) ?? ''
      }
      if (!INLINE.has(element.role)) text += '\n'
    }
    if (tree !== undefined) visit(tree)
    pages.push(text)
  }
  return pages
}

const INLINE = new Set(['Span', 'Em', 'Strong', 'Superscript', 'Subscript', 'Link', 'Quote', 'Code', 'Ruby', 'RB'])
