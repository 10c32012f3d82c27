// Ruby text (PDF 32000 §14.8.4.4.2): a Ruby element has one base and what is written beside it. An element of HTML has any number of bases: it is transparent,
// and has a Ruby element for each. Lines place what is written over them before their text, so that texts may come before their bases.
import type { Node } from './node.ts'

const TEXTS: ReadonlySet<string> = new Set(['RT', 'RP'])

/** The element for a part of a ruby element: the Ruby that it belongs to, or for what is no part (text, elements in lines) the base. */
export function partOfRuby(ruby: Node, type: string, rank: number): Node {
  const pairs = nodesIn(ruby)
  const pair = TEXTS.has(type) ? pairOfText(pairs, type) : pairOfBase(pairs, type, rank)
  if (TEXTS.has(type) || type === 'RB') return pair ?? ruby.host.make('Ruby', ruby, rank)
  const base = pair && strayBase(pair)
  if (base !== undefined) return base
  const made = ruby.host.make('RB', pair ?? ruby.host.make('Ruby', ruby, rank), rank)
  made.isStray = true
  return made
}

/** The pair that waits for this text; the last one for a text of a further level, once all have their bases. */
function pairOfText(pairs: readonly Node[], type: string): Node | undefined {
  return pairs.find((pair) => isWaitingFor(type, pair)) ?? (pairs.every((pair) => has(pair, 'RB')) ? pairs.at(-1) : undefined)
}

/** The pair before the base that has no text yet, or the first after it that has a text alone. */
function pairOfBase(pairs: readonly Node[], type: string, rank: number): Node | undefined {
  const takes = (pair: Node): boolean => !has(pair, 'RB') || (type !== 'RB' && strayBase(pair) !== undefined)
  const before = pairs.findLast((pair) => pair.rank <= rank)
  if (before !== undefined && !has(before, 'RT')) return takes(before) ? before : undefined
  return pairs.find((pair) => pair.rank > rank && takes(pair))
}

function strayBase(pair: Node): Node | undefined {
  return nodesIn(pair).find((node) => node.type === 'RB' && node.isStray)
}

/** Whether a pair lacks such a part: text, or the parenthesis behind it. */
function isWaitingFor(type: string, pair: Node): boolean {
  if (!has(pair, 'RT')) return true
  return type === 'RP' && nodesIn(pair).filter((node) => node.type === 'RP').length === 1
}

function has(pair: Node, type: string): boolean {
  return pair.kids.some((kid) => kid.kind === 'node' && kid.type === type)
}

function nodesIn({ kids }: Node): readonly Node[] {
  return kids.filter((kid) => kid.kind === 'node')
}
