// Problem: a placeholder in `style="…"` must fill a value and nothing else. Whether it stands in a value, a string, a url() or where a
// declaration is due, only the text around it tells. Approach: a scanner over the literal pieces, which goes through blocks in order.

export type StyleContext = 'value' | 'string' | 'url' | 'declaration' | 'comment'

/** Follows CSS text piece by piece; `place` is where the next character or placeholder would stand. */
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

  /** The property whose value is being written, as far as it is literal. */
  property = ''

  read(text: string): void {
    for (let i = 0; i < text.length; i++) i += this.#readAt(text, i)
  }

  /** A placeholder stands here. */
  skipPlaceholder(): void {
    this.#word = ''
  }

  /** Takes in the character at `i`; gives how many more it took. */
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
