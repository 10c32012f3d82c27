// An asset as the list has it: what kind it is, how templates use it, and calls about it.
import { ofTeam } from '../../state/api.ts'
import type { TextKey } from '../../text/en.ts'

export interface Asset {
  readonly name: string
  readonly size: number
  readonly hash: string
  readonly type: string
  /** Ids of templates. */
  readonly used_by: readonly string[]
  readonly updated_at: string
}

export type Family = 'picture' | 'font' | 'css' | 'html' | 'pdf'

export const FAMILY_NAMES: Readonly<Record<Family, TextKey>> = {
  picture: 'familyPicture',
  font: 'familyFont',
  css: 'familyCss',
  html: 'familyHtml',
  pdf: 'familyPdf',
}

export const ACCEPTED = '.png,.jpg,.jpeg,.gif,.webp,.avif,.svg,.ttf,.otf,.woff,.woff2,.css,.html,.htm,.hbs,.pdf'

export function familyOf({ type }: Asset): Family {
  if (type.startsWith('font/')) return 'font'
  if (type === 'text/css') return 'css'
  if (type === 'text/html') return 'html'
  return type === 'application/pdf' ? 'pdf' : 'picture'
}

/** The path of an asset below that of the team; slashes of its name part segments. */
export function assetPath(teamId: string, name: string): string {
  return ofTeam(teamId, `/assets/${name.split('/').map(encodeURIComponent).join('/')}`)
}

/** Another content has another address, so that no old picture is shown. */
export function assetUrl(teamId: string, { name, hash }: Asset): string {
  return `/app/api${assetPath(teamId, name)}?hash=${hash}`
}

/** What to write in a template to use it. */
export function snippetOf(asset: Asset): string {
  const { name } = asset
  const family = familyOf(asset)
  if (family === 'picture') return `<img src="${name}" alt="">`
  if (family === 'css') return `<link rel="stylesheet" href="${name}">`
  if (family === 'html') return `{{> ${name.replace(/\.html$/, '')}}}`
  if (family === 'pdf') return `@page { background: url(${name}) 0 0 / 100% 100% no-repeat }`
  return `@font-face { font-family: "${baseOf(name)}"; src: url(${name}) }`
}

/** Without folders and ending. */
export function baseOf(name: string): string {
  return name.replace(/^.*\//, '').replace(/\.[^.]*$/, '')
}

/** The name that a file gets: letters, digits, dots, dashes and underscores. */
export function nameFor(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ß/g, 'ss')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9_]+/, '')
    .replace(/-+(?=\.)/g, '')
  return (plain === '' ? 'asset' : plain).slice(-128)
}

export function sizeText(bytes: number, language: string): string {
  const [unit, size] = bytes < 1000 ? ['byte', 1] : bytes < 1_000_000 ? ['kilobyte', 1000] : ['megabyte', 1_000_000]
  const options = { style: 'unit', unit, unitDisplay: bytes < 1000 ? 'long' : 'short', maximumSignificantDigits: 3 } as const
  return new Intl.NumberFormat(language, options).format(bytes / Number(size))
}
