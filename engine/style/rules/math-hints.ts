// Presentational hints of MathML: attributes that are styles.

const declare = (property: string, value: string | undefined): string => (value === undefined ? '' : `${property}:${value};`)

const MATH =
  /^m(?:ath|i|n|o|s|text|space|row|frac|sqrt|root|style|error|padded|phantom|sub|sup|subsup|under|over|underover|multiscripts|table|tr|td)$/

/** Whether an element that is none of HTML is one of MathML. */
export function isMathTag(tag: string): boolean {
  return MATH.test(tag)
}

/** Attributes of all elements of MathML that are styles (MathML Core §2.1.3). */
export function mathHint(element: { attribute(name: string): string | undefined }): string {
  const value = (name: string): string | undefined => {
    const text = element.attribute(name)?.trim()
    return text !== undefined && /^[#\w(),.% -]+$/.test(text) ? text : undefined
  }
  const size = value('mathsize')
  return (
    declare('color', value('mathcolor')) +
    declare('background-color', value('mathbackground')) +
    declare('font-size', size !== undefined && /^[\d.]+(?:[a-z]+|%)$/i.test(size) ? size : undefined)
  )
}
