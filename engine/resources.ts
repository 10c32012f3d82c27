// Images and fonts of a document: `data:` URLs and assets that the caller provided, nothing else.
import { findAsset, lookUp } from './assets.ts'
import { type Position, type Reporter, warning } from './diagnostic.ts'
import type { FontService, FontSource } from './font/font.ts'
import { indexOfFont } from './font/font-source.ts'
import { parseDataUrl } from './image/data-url.ts'
import { createImages } from './image/decode.ts'
import type { DocumentImages } from './image/image.ts'
import type { RenderContext } from './services.ts'
import { parseVector } from './source/html.ts'
import { lineStarts, positionIn } from './source/positions.ts'
import type { FontFaceRule } from './style/font-face-rule.ts'
import type { Template } from './template/template.ts'

type ImageContext = Pick<RenderContext, 'assets' | 'limits' | 'imageCache' | 'waiting' | 'pdfPages'> & { readonly reporter: Reporter }

/** The images of one document, decoded on first use. A problem of one that only a style sheet names is reported where it does. */
export function openImages({ stylesheets }: Pick<Template, 'stylesheets'>, context: ImageContext): DocumentImages {
  const { assets, reporter, limits, imageCache, waiting, pdfPages } = context
  const found = { get: (name: string) => findAsset(assets, name) }
  const images = createImages({
    ...{ assets: found, reporter, limits, waiting, cache: imageCache, parseMarkup: parseVector },
    pdfPages: (bytes) => pdfPages?.get(bytes),
  })
  const places = new Map<string, Position | undefined>()
  return {
    ...images,
    get(url, at, path) {
      if (at !== undefined) return images.get(url, at, path)
      if (!places.has(url)) places.set(url, placeOf(url, stylesheets))
      return images.get(url, places.get(url))
    },
  }
}

/** The first place of a URL in the style sheets; undefined when it is composed of values. */
function placeOf(url: string, sheets: Template['stylesheets']): Position | undefined {
  for (const { text, at } of sheets) {
    const offset = text.indexOf(url)
    if (offset < 0) continue
    if (at.kind === 'pointer') return at
    const { line, column } = positionIn(lineStarts(text), offset)
    return { ...at, line: at.line + line - 1, column: line === 1 ? at.column + column - 1 : column }
  }
  return undefined
}

/** Registers the faces of `@font-face` rules: the first available source of each (CSS Fonts 4 §4.3). */
export function addFontFaces(rules: readonly FontFaceRule[], fonts: FontService, context: RenderContext): void {
  if (rules.length > 0) fonts.addFaces(rules.flatMap((rule) => sourceOf(rule, fonts, context) ?? []))
}

function sourceOf(rule: FontFaceRule, fonts: FontService, context: RenderContext): FontSource | undefined {
  for (const source of rule.sources) {
    if (source.kind === 'url' && source.format !== undefined && !FORMATS.test(source.format)) continue
    const file = source.kind === 'local' ? fonts.localSource(source.name) : fileOf(source.url, rule, context)
    if (file === undefined) continue
    return { ...traitsOf(rule), data: file.data, ...(file.index === undefined ? {} : { index: file.index }) }
  }
  return undefined
}

/** Supported formats; sources in others are skipped (CSS Fonts 4 §4.3.1). */
const FORMATS = /^(?:woff2?|truetype|opentype|collection)(?:-variations)?$/i

function traitsOf({ family, style, weight, stretch, unicodeRange, metrics }: FontFaceRule): Omit<FontSource, 'data'> {
  return {
    family,
    style,
    ...(weight === undefined ? { weight: 400, isAnyWeight: true } : { weight: weight[0], maxWeight: weight[1] }),
    ...(stretch === undefined ? {} : { stretch: stretch[0], maxStretch: stretch[1] }),
    ...(unicodeRange === undefined ? {} : { unicodeRange }),
    ...(metrics === undefined ? {} : { metrics }),
  }
}

type FontFile = Pick<FontSource, 'data' | 'index'>

/** A collection's fonts are named by their PostScript names: `url(serif.ttc#Serif-Bold)` (CSS Fonts 4 §4.3.1). */
function fileOf(url: string, rule: FontFaceRule, context: RenderContext): FontFile | undefined {
  const [, address = url, name] = /^(?!data:)([^#]+)#(.+)$/i.exec(url) ?? []
  const isFile = context.assets !== undefined && lookUp(context.assets, url) !== undefined
  if (name === undefined || isFile) {
    const data = bytesOf(url, rule, context)
    return data && { data }
  }
  const data = bytesOf(address, rule, context)
  if (data === undefined) return undefined
  const index = indexOfFont(data, name)
  if (index === undefined) {
    const shown = JSON.stringify(name.slice(0, 80))
    context.reporter.report(warning('bad-font', rule.at, `there is no font ${shown} in the file for font "${rule.family}"`))
    return undefined
  }
  return { data, index }
}

function bytesOf(url: string, { family, at }: FontFaceRule, { assets, reporter }: RenderContext): Uint8Array | undefined {
  if (/^data:/i.test(url)) {
    const bytes = parseDataUrl(url)
    if (bytes === undefined) reporter.report(warning('bad-font', at, `the data: URL of font "${family}" is malformed`))
    return bytes
  }
  const bytes = findAsset(assets, url)
  if (bytes === undefined) reportMissing(url, { family, at }, reporter)
  return bytes
}

function reportMissing(url: string, { family, at }: Pick<FontFaceRule, 'family' | 'at'>, reporter: Reporter): void {
  const shown = JSON.stringify(url.slice(0, 80))
  if (/^([a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(url)) {
    reporter.report(
      warning('blocked-url', at, `${shown} of font "${family}" is not opened`, 'hand the font in as an asset, or as a data: URL'),
    )
  } else
    reporter.report(
      warning(
        'missing-asset',
        at,
        `there is no asset ${shown} for font "${family}"`,
        'hand it in under this name, on the command line with --base-dir',
      ),
    )
}
