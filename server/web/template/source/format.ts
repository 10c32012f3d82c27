/// <reference path="./js-beautify.d.ts" />
// Formats a template: js-beautify knows HTML, CSS and the blocks of Handlebars. This module is loaded when somebody asks for it; js-beautify comes with it, since
// esbuild gives a CommonJS module that is loaded by itself no exports but `default`.
import { html_beautify } from 'js-beautify/js/lib/beautify-html.js'

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
export function formatSource(source: string): string | undefined {
  const formatted = shown(html_beautify(hidden(source), OPTIONS))
  return bare(formatted) === bare(source) && placeholdersOf(formatted) === placeholdersOf(source) ? formatted : undefined
}

/** js-beautify writes one space for several: those inside placeholders are signs of no meaning meanwhile. The first stays, since names of blocks end there. */
const SIGNS: Readonly<Record<string, string>> = { ' ': '\uE000', '\n': '\uE001', '\r': '\uE002', '\t': '\uE003' }
const SPACES = Object.fromEntries(Object.entries(SIGNS).map(([space, sign]) => [sign, space]))

function hidden(source: string): string {
  return source.replace(/\{\{[\s\S]*?\}\}/g, (text) => {
    const first = /\S \S/.exec(text)?.index ?? -2
    return text.replace(/\s/g, (space, at: number) => (at === first + 1 ? space : (SIGNS[space] ?? space)))
  })
}

const shown = (text: string): string => text.replace(/[\uE000-\uE003]/g, (sign) => SPACES[sign] ?? sign)

const bare = (text: string): string => text.replace(/\s+/g, '')

/** Their texts, with the white space inside: it may be part of a pattern or of a separator. */
const placeholdersOf = (text: string): string => (text.match(/\{\{[\s\S]*?\}\}/g) ?? []).join('\n')
