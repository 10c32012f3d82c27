// The part of js-beautify that is used; it has no types of its own.
declare module 'js-beautify/js/lib/beautify-html.js' {
  export function html_beautify(source: string, options?: Readonly<Record<string, unknown>>): string
}
