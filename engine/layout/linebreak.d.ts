declare module 'linebreak' {
  /** UAX #14 break opportunities of a string, one after another. */
  class LineBreaker {
    constructor(text: string)
    nextBreak(): { readonly position: number; readonly required: boolean } | null
  }

  // biome-ignore lint/style/noDefaultExport: the package has one
  export { LineBreaker as default }
}
