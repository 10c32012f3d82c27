// The bridge to bwip-js. It is two megabytes of code that few templates want, so it is loaded before binding and only when needed.
import type { Barcode, EncodeBarcode } from '../binding.ts'

/** Symbols made of modules: their height follows from their width. */
const MATRIX = /qrcode|datamatrix|aztec|maxicode|dotcode|hanxin|codeone|pdf417|ultracode/

/** Common names of symbologies, and their names in bwip-js. */
const ALIASES: Readonly<Record<string, string>> = {
  aztec: 'azteccode',
  codabar: 'rationalizedCodabar',
  ean: 'ean13',
  ean128: 'gs1-128',
  itf: 'interleaved2of5',
  upc: 'upca',
  qr: 'qrcode',
}

/** More than any symbol of a useful size can hold; bounds the time of encoding. */
const MAX_CHARACTERS = 1000

/** Drawn in half points, so that bars of odd width have integer coordinates. */
const SCALE = 2
/** CSS pixels in half a point: a module is one point wide. */
const UNIT = 4 / 3 / SCALE

export async function loadBarcodes(): Promise<EncodeBarcode> {
  const { symbolList, toSVG } = await import('bwip-js/generic')
  const names = new Map(symbolList.map(({ bcid }) => [normalize(bcid), bcid]))
  for (const [alias, name] of Object.entries(ALIASES)) names.set(alias, name)
  return (type, text, { showText, height, color }) => {
    const bcid = names.get(normalize(type))
    if (bcid === undefined)
      return { problem: `there is no barcode "${type.slice(0, 40)}"; there are code128, ean13, datamatrix and others` }
    if (text.length > MAX_CHARACTERS) return { problem: `a barcode holds at most ${MAX_CHARACTERS} characters` }
    const isMatrix = MATRIX.test(bcid)
    const sized = height === undefined || isMatrix ? {} : { height }
    try {
      const svg = toSVG({ bcid, text, scale: SCALE, includetext: showText && !isMatrix, ...sized })
      return { isMatrix, ...drawingOf(svg, color) }
    } catch (thrown) {
      // The encoders throw for every text that their symbol cannot hold, in many ways; all of them come from the text.
      return { problem: thrown instanceof Error ? thrown.message.replace(/^[\w.-]+(#\d+)?:\s*/, '') : 'it cannot be encoded' }
    }
  }
}

const normalize = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The library writes one `<path>` after another, all black. */
function drawingOf(svg: string, color: string): Omit<Barcode, 'isMatrix'> {
  const [, width = '0', height = '0'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  const paths = [...svg.matchAll(/<path ([^>]*)\/>/g)].map(([, written = '']) => {
    const attributes = [...written.matchAll(/([\w-]+)="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value === '#000000' ? color : value] as const,
    )
    return Object.fromEntries(attributes)
  })
  return { viewBox: `0 0 ${width} ${height}`, width: Number(width) * UNIT, height: Number(height) * UNIT, paths }
}
