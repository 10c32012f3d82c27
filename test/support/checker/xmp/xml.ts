// A small XML parser with namespaces, strict about well-formedness: what XMP packets need.

export interface XmlName {
  readonly space: string
  readonly local: string
  readonly prefix: string
}

export interface XmlAttribute extends XmlName {
  readonly value: string
}

export interface XmlElement extends XmlName {
  readonly attributes: readonly XmlAttribute[]
  readonly children: XmlElement[]
  text: string
}

class XmlError extends Error {}

const XML = 'http://www.w3.org/XML/1998/namespace'
const NAME = /[A-Za-z_\u00c0-\uffff][\w.\-\u00b7\u00c0-\uffff]*(?::[A-Za-z_\u00c0-\uffff][\w.\-\u00b7\u00c0-\uffff]*)?/y
const DEEPEST = 200

/** The root element; undefined when the text is not well-formed. */
export function parseXml(text: string): XmlElement | undefined {
  try {
    return new Parser(text).document()
  } catch (thrown) {
    if (thrown instanceof XmlError) return undefined
    throw thrown
  }
}

class Parser {
  readonly #text: string
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text.replace(/^\ufeff/, '')
  }

  document(): XmlElement {
    this.#misc()
    const root = this.#element(new Map([['xml', XML]]))
    this.#misc()
    if (this.#at < this.#text.length) throw new XmlError('text after the root')
    return root
  }

  #space(): void {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? '')) this.#at++
  }

  #misc(): void {
    for (;;) {
      this.#space()
      if (this.#text.startsWith('<?', this.#at)) this.#skipTo('?>')
      else if (this.#text.startsWith('<!--', this.#at)) this.#skipTo('-->')
      else return
    }
  }

  #skipTo(end: string): string {
    const found = this.#text.indexOf(end, this.#at)
    if (found < 0) throw new XmlError(`no ${end}`)
    const skipped = this.#text.slice(this.#at, found)
    this.#at = found + end.length
    return skipped
  }

  #name(): string {
    NAME.lastIndex = this.#at
    const match = NAME.exec(this.#text)
    if (match === null) throw new XmlError('no name')
    this.#at += match[0].length
    return match[0]
  }

  #expect(text: string): void {
    if (!this.#text.startsWith(text, this.#at)) throw new XmlError(`no ${text}`)
    this.#at += text.length
  }

  #element(outer: ReadonlyMap<string, string>): XmlElement {
    if (++this.#depth > DEEPEST) throw new XmlError('too deep')
    this.#expect('<')
    const qualified = this.#name()
    const pairs = this.#attributes()
    const spaces = new Map(outer)
    for (const [name, value] of pairs) {
      if (name === 'xmlns') spaces.set('', value)
      else if (name.startsWith('xmlns:')) spaces.set(name.slice(6), value)
    }
    const attributes = pairs
      .filter(([name]) => name !== 'xmlns' && !name.startsWith('xmlns:'))
      .map(([name, value]) => ({ ...resolve(name, spaces, true), value }))
    if (new Set(attributes.map((item) => `${item.space} ${item.local}`)).size < attributes.length) throw new XmlError('an attribute twice')
    const element: XmlElement = { ...resolve(qualified, spaces, false), attributes, children: [], text: '' }
    this.#space()
    if (this.#text.startsWith('/>', this.#at)) this.#at += 2
    else {
      this.#expect('>')
      this.#content(element, spaces)
      if (this.#name() !== qualified) throw new XmlError('another end tag')
      this.#space()
      this.#expect('>')
    }
    this.#depth--
    return element
  }

  #attributes(): [string, string][] {
    const pairs: [string, string][] = []
    for (;;) {
      const before = this.#at
      this.#space()
      if (/[/>]/.test(this.#text[this.#at] ?? '>')) return pairs
      if (this.#at === before) throw new XmlError('attributes without space')
      const name = this.#name()
      if (pairs.some(([other]) => other === name)) throw new XmlError('an attribute twice')
      this.#space()
      this.#expect('=')
      this.#space()
      const quote = this.#text[this.#at] ?? ''
      if (quote !== '"' && quote !== "'") throw new XmlError('no quote')
      this.#at++
      const value = this.#skipTo(quote)
      if (value.includes('<')) throw new XmlError('< in an attribute')
      pairs.push([name, decode(value.replace(/[\t\r\n]/g, ' '))])
    }
  }

  /** Up to the name of the end tag. */
  #content(element: XmlElement, spaces: ReadonlyMap<string, string>): void {
    for (;;) {
      const next = this.#text.indexOf('<', this.#at)
      if (next < 0) throw new XmlError('no end tag')
      element.text += decode(this.#text.slice(this.#at, next))
      this.#at = next
      if (this.#text.startsWith('</', this.#at)) {
        this.#at += 2
        return
      }
      if (this.#text.startsWith('<!--', this.#at)) this.#skipTo('-->')
      else if (this.#text.startsWith('<![CDATA[', this.#at)) element.text += this.#skipTo(']]>').slice(9)
      else if (this.#text.startsWith('<?', this.#at)) this.#skipTo('?>')
      else element.children.push(this.#element(spaces))
    }
  }
}

function resolve(qualified: string, spaces: ReadonlyMap<string, string>, isAttribute: boolean): XmlName {
  const colon = qualified.indexOf(':')
  const prefix = colon < 0 ? '' : qualified.slice(0, colon)
  const space = colon < 0 && isAttribute ? '' : spaces.get(prefix)
  if (space === undefined && prefix !== '') throw new XmlError(`unknown prefix ${prefix}`)
  return { space: space ?? '', local: qualified.slice(colon + 1), prefix }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decode(text: string): string {
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(text)) throw new XmlError('a character that XML has not')
  return text.replace(/&([^;]*;?)/g, (_, rest: string) => {
    const name = rest.slice(0, -1)
    const known = rest.endsWith(';') ? ENTITIES[name] : undefined
    if (known !== undefined) return known
    const code = /^#x[0-9a-fA-F]+;$/.test(rest) ? Number.parseInt(name.slice(2), 16) : /^#\d+;$/.test(rest) ? Number(name.slice(1)) : -1
    if (code <= 0 || code > 0x10ffff) throw new XmlError(`unknown entity ${rest}`)
    return String.fromCodePoint(code)
  })
}
