/// <reference path="./js-beautify.d.ts" />
// Formats a template: js-beautify knows HTML, CSS and the blocks of Handlebars. Loaded when somebody asks for it.

const OPTIONS = {
  indent_size: 2,
  indent_handlebars: true,
  wrap_line_length: 0,
  preserve_newlines: true,
  max_preserve_newlines: 2,
  extra_liners: [],
  end_with_newline: true,
}

/** The source with new line breaks and indents; undefined when more than white space would change. */
export async function formatSource(source: string): Promise<string | undefined> {
  const { html_beautify } = await import('js-beautify/js/lib/beautify-html.js')
  const formatted = html_beautify(source, OPTIONS)
  return bare(formatted) === bare(source) && placeholdersOf(formatted) === placeholdersOf(source) ? formatted : undefined
}

const bare = (text: string): string => text.replace(/\s+/g, '')

/** Their texts, with the white space inside: it may be part of a pattern or of a separator. */
const placeholdersOf = (text: string): string => (text.match(/\{\{[\s\S]*?\}\}/g) ?? []).join('\n')
