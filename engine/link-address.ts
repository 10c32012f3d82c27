// Addresses of links: a PDF leads to places in itself, to the web, to mail and to telephones.
import { type Position, type Reporter, warning } from './diagnostic.ts'

const SCHEMES = /^(?:https?|mailto|tel):/i

/** The address a link may lead to: the web, mail, telephone or a place in the document; undefined for anything else. */
export function allowedLink(href: string, at: Position | undefined, reporter: Reporter): string | undefined {
  // As the URL standard does (§4.4): surrounding controls and spaces go, tabs and line ends inside too, lest they hide a scheme.
  const url = href.replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$|[\t\n\r]/g, '')
  if (url === '' || url === '#') return undefined
  if (url.startsWith('#') || SCHEMES.test(url)) return url
  const shown = url.length > 60 ? `${url.slice(0, 60)}…` : url
  reporter.report(
    warning('blocked-url', at, `the link "${shown}" leads nowhere in a PDF`, 'write a full http, https, mailto or tel address, or #id'),
  )
  return undefined
}
