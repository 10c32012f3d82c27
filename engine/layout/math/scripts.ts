// Scripts: beside a base, before and behind it (MathML Core §3.4.1 and §3.4.3).
import type { MathElement } from '../../box/box.ts'
import { fontOf, type MathEnvironment, type MathFont, scriptOf } from './environment.ts'
import { elementsOf, type OperatorIndex } from './operators.ts'
import { joinPieces, type MathPiece, type PlacedPiece } from './piece.ts'

/** A subscript and a superscript over each other. */
interface ScriptPair {
  readonly sub: MathPiece | undefined
  readonly sup: MathPiece | undefined
}

interface Scripts {
  readonly base: MathElement
  readonly before: readonly { readonly sub: MathElement | undefined; readonly sup: MathElement | undefined }[]
  readonly behind: Scripts['before']
}

export function scriptsPiece(element: MathElement, environment: MathEnvironment, operators: OperatorIndex): MathPiece | undefined {
  const scripts = scriptsOf(element)
  return scripts === undefined ? undefined : scriptedPiece(element, scripts, environment, operators)
}

/** Undefined where children are missing or too many. */
function scriptsOf(element: MathElement): Scripts | undefined {
  const [base, first, second, ...more] = elementsOf(element)
  if (base === undefined) return undefined
  if (element.tag === 'mmultiscripts') return multiscripts(base, elementsOf(element).slice(1))
  if (first === undefined || more.length > 0) return undefined
  if (element.tag === 'msubsup' || element.tag === 'munderover') {
    return second === undefined ? undefined : { base, before: [], behind: [{ sub: first, sup: second }] }
  }
  if (second !== undefined) return undefined
  const isSub = element.tag === 'msub' || element.tag === 'munder'
  return { base, before: [], behind: [isSub ? { sub: first, sup: undefined } : { sub: undefined, sup: first }] }
}

function multiscripts(base: MathElement, rest: readonly MathElement[]): Scripts | undefined {
  const at = rest.findIndex(({ tag }) => tag === 'mprescripts')
  const behind = at < 0 ? rest : rest.slice(0, at)
  const before = at < 0 ? [] : rest.slice(at + 1)
  if (behind.length % 2 !== 0 || before.length % 2 !== 0 || before.some(({ tag }) => tag === 'mprescripts')) return undefined
  return { base, before: pairs(before), behind: pairs(behind) }
}

function pairs(list: readonly MathElement[]): Scripts['before'] {
  const shown = (element: MathElement): MathElement | undefined => (element.tag === 'none' ? undefined : element)
  return list.flatMap((sub, i) => (i % 2 === 0 ? [{ sub: shown(sub), sup: shown(list[i + 1]!) }] : []))
}

function scriptedPiece(element: MathElement, scripts: Scripts, environment: MathEnvironment, operators: OperatorIndex): MathPiece {
  const { formula, isCramped } = environment
  const font = fontOf(element.style, environment)
  const base = formula.lay(scripts.base, environment)
  const laid = ({ sub, sup }: Scripts['before'][number]): ScriptPair => ({
    sub: sub && formula.lay(sub, scriptOf(environment, 1, true)),
    sup: sup && formula.lay(sup, scriptOf(environment, 1, isCramped)),
  })
  const before = scripts.before.map(laid)
  const behind = scripts.behind.map(laid)
  const shifts = shiftsOf(base, [...before, ...behind], font, isCramped)
  const core = operators.coreOf(scripts.base)
  const slant = core !== undefined && operators.traitsOf(core).isLarge && environment.isDisplay ? base.italicsCorrection : 0
  const space = font.constant('spaceAfterScript')
  const placed: PlacedPiece[] = []
  let x = 0
  for (const pair of before) {
    x += space
    const width = pairWidth(pair, 0)
    if (pair.sub !== undefined) placed.push({ piece: pair.sub, x: x + width - pair.sub.width, y: shifts.down })
    if (pair.sup !== undefined) placed.push({ piece: pair.sup, x: x + width - pair.sup.width, y: -shifts.up })
    x += width
  }
  placed.push({ piece: base, x, y: 0 })
  x += base.width
  for (const pair of behind) {
    if (pair.sub !== undefined) placed.push({ piece: pair.sub, x: x - slant, y: shifts.down })
    if (pair.sup !== undefined) placed.push({ piece: pair.sup, x, y: -shifts.up })
    x += pairWidth(pair, slant) + space
  }
  return joinPieces(placed, x)
}

function pairWidth({ sub, sup }: ScriptPair, slant: number): number {
  return Math.max((sub?.width ?? 0) - slant, sup?.width ?? 0, 0)
}

/** How far subscripts are lowered and superscripts raised: all of one element alike. */
function shiftsOf(
  base: MathPiece,
  list: readonly ScriptPair[],
  font: MathFont,
  isCramped: boolean,
): { readonly up: number; readonly down: number } {
  let [up, down] = [0, 0]
  for (const pair of list) {
    const own = pairShifts(base, pair, font, isCramped)
    up = Math.max(up, own.up)
    down = Math.max(down, own.down)
  }
  return { up, down }
}

function pairShifts(
  base: MathPiece,
  { sub, sup }: ScriptPair,
  font: MathFont,
  isCramped: boolean,
): { readonly up: number; readonly down: number } {
  let down = 0
  let up = 0
  if (sub !== undefined) {
    const drop = base.descent + font.constant('subscriptBaselineDropMin')
    down = Math.max(font.constant('subscriptShiftDown'), drop, sub.ascent - font.constant('subscriptTopMax'))
  }
  if (sup !== undefined) {
    const raise = font.constant(isCramped ? 'superscriptShiftUpCramped' : 'superscriptShiftUp')
    const drop = base.ascent - font.constant('superscriptBaselineDropMax')
    up = Math.max(raise, drop, sup.descent + font.constant('superscriptBottomMin'))
  }
  if (sub === undefined || sup === undefined) return { up, down }
  const least = font.constant('subSuperscriptGapMin')
  let gap = up - sup.descent + down - sub.ascent
  if (gap >= least) return { up, down }
  const room = Math.min(font.constant('superscriptBottomMaxWithSubscript') - (up - sup.descent), least - gap)
  if (room > 0) {
    up += room
    gap += room
  }
  return { up, down: down + Math.max(0, least - gap) }
}
