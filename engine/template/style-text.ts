// Problem: a placeholder in `style="…"` must fill a value and nothing else. Whether its context is a value, a string, a url() or a
// declaration follows from the text around it. Approach: a scanner over the literal pieces, which enters blocks in order.

export type StyleContext = 'value' | 'string' | 'url' | 'declaration' | 'comment'

/** Scans CSS text piece by piece; `context` is that of the next character or placeholder. */
export class StyleScanner {
  #quote = ''
  #isInComment = false
  #isInUrl = false
  #isInValue = false
  #word = ''

  get context(): StyleContext {
    if (this.#isInComment) return 'comment'
    if (this.#isInUrl) return 'url'
    if (this.#quote !== '') return 'string'
    return this.#isInValue ? 'value' : 'declaration'
  }

  /** The property whose value is being scanned, as far as its name is literal. */
  property = ''

  read(text: string): void {
    for (let i = 0; i < text.length; i++) i += this.#readAt(text, i)
  }

  /** Continues after a placeholder. */
  skipPlaceholder(): void {
    this.#word = ''
  }

  /** Reads the character at `i`; returns how many further ones it read. */
  #readAt(text: string, i: number): number {
    const c = text[i]!
    if (this.#isInComment) {
      if (c !== '*' || text[i + 1] !== '/') return 0
      this.#isInComment = false
      return 1
    }
    if (c === '\\') return 1
    if (this.#quote !== '') {
      if (c === this.#quote || c === '\n') this.#quote = ''
      return 0
    }
    if (c === '/' && text[i + 1] === '*' && !this.#isInUrl) {
      this.#isInComment = true
      return 1
    }
    this.#track(c)
    return 0
  }

  #track(c: string): void {
    if (c === '"' || c === "'") this.#quote = c
    else if (this.#isInUrl) this.#isInUrl = c !== ')'
    else if (c === '(') this.#isInUrl = this.#word.toLowerCase() === 'url'
    else if (c === ';') {
      this.#isInValue = false
      this.property = ''
    } else if (c === ':' && !this.#isInValue) {
      this.#isInValue = true
      this.property = this.#word.toLowerCase()
    }
    this.#word = /[\w-]/.test(c) ? this.#word + c : /\s/.test(c) && !this.#isInValue ? this.#word : ''
  }
}
