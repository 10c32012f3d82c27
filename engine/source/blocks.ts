// Nests a flat sequence of pieces and block tags to blocks. The pieces are parts of a text, or nodes of a tree.
import { error, type Position, type Reporter } from '../diagnostic.ts'
import { type Mustache, scanMustaches } from './mustache.ts'
import type { SourceBlock, SourcePart } from './source.ts'

/** The position of an offset in the author's text. */
export type Locate = (offset: number) => Position

type OpenTag = Extract<Mustache, { kind: 'open' }>
export type BlockTag = Extract<Mustache, { kind: 'open' | 'else' | 'close' }>

export type BlockItem<Node> = { readonly kind: 'node'; readonly node: Node } | { readonly kind: 'tag'; readonly tag: BlockTag }

/** Which closing tag belongs to which opening tag, by their order in the text alone. */
export interface Pairs {
  partner(tag: BlockTag): BlockTag | undefined
  /** The opening tag an `{{else}}` belongs to. */
  owner(tag: BlockTag): BlockTag | undefined
}

interface Context {
  readonly locate: Locate
  readonly reporter: Reporter
}

/** Pairs the block tags of a whole template and reports those without a partner; undefined when they are nested too deeply. */
export function pairBlocks(
  tags: readonly Mustache[],
  { locate, reporter, maxDepth }: Context & { readonly maxDepth: number },
): Pairs | undefined {
  const partners = new Map<BlockTag, BlockTag>()
  const owners = new Map<BlockTag, BlockTag>()
  const open: { readonly tag: OpenTag; readonly depth: number; elses: number }[] = []
  let deepest = 0
  for (const tag of tags) {
    if (tag.kind === 'placeholder' || tag.kind === 'literal' || tag.kind === 'partial') continue
    const top = open.at(-1)
    if (tag.kind === 'open') open.push({ tag, depth: depthOf(top) + 1, elses: 0 })
    else if (tag.kind === 'close') close(tag)
    else if (top === undefined) report(tag, '{{else}} is outside of any block', 'open a block first, as in {{#if x}}')
    else {
      owners.set(tag, top.tag)
      if (tag.code !== '') top.elses++
    }
    deepest = Math.max(deepest, depthOf(open.at(-1)))
    if (deepest > maxDepth) {
      reporter.report(error('limit-depth', locate(tag.offset), `blocks are nested deeper than ${maxDepth}`))
      return undefined
    }
  }
  for (const { tag } of open) report(tag, `block {{#${tag.name}}} is never closed`, `close it with {{/${tag.name}}}`)
  return { partner: (tag) => partners.get(tag), owner: (tag) => owners.get(tag) }

  function report(tag: BlockTag, message: string, hint: string): void {
    reporter.report(error('block-unbalanced', locate(tag.offset), message, hint))
  }

  function close(tag: Extract<Mustache, { kind: 'close' }>): void {
    const index = open.findLastIndex((opening) => opening.tag.name === tag.name)
    const top = open.at(-1)?.tag
    if (index < 0) {
      const hint =
        top === undefined ? 'remove it, or open the block first' : `the open block is {{#${top.name}}}: close it with {{/${top.name}}}`
      report(tag, `{{/${tag.name}}} closes a block that is not open`, hint)
      return
    }
    for (const inner of open.splice(index + 1)) {
      report(inner.tag, `block {{#${inner.tag.name}}} is not closed before {{/${tag.name}}}`, `close it with {{/${inner.tag.name}}}`)
    }
    const opening = open.pop()!.tag
    partners.set(opening, tag)
    partners.set(tag, opening)
  }
}

/** Every `{{else if}}` nests one deeper. */
function depthOf(opening: { readonly depth: number; readonly elses: number } | undefined): number {
  return opening === undefined ? 0 : opening.depth + opening.elses
}

interface Frame<Node> {
  readonly name: string
  readonly code: string
  readonly codeOffset: number
  readonly isInverse: boolean
  /** Opened by `{{else if}}`: closes together with the frame below. */
  readonly isChained: boolean
  readonly body: Node[]
  readonly otherwise: Node[]
  hasElse: boolean
}

/**
 * Nests the `pieces` of one parent. A block that closes in another parent is reported (`parent` names this one), and its content stays in place.
 */
export function nestBlocks<Node>(
  pieces: readonly BlockItem<Node>[],
  wrap: (block: SourceBlock<Node>) => Node,
  context: Context & { readonly pairs: Pairs; readonly parent: string },
): readonly Node[] {
  const root: Node[] = []
  const frames: Frame<Node>[] = []
  const here = new Set(pieces.flatMap((piece) => (piece.kind === 'tag' ? [piece.tag] : [])))
  const target = (): Node[] => {
    const frame = frames.at(-1)
    return frame === undefined ? root : frame.hasElse ? frame.otherwise : frame.body
  }
  const finish = (): void => {
    const frame = frames.pop()!
    target().push(wrap(blockOf(frame, context.locate)))
    if (frame.isChained) finish()
  }
  for (const piece of pieces) {
    if (piece.kind === 'node') target().push(piece.node)
    else if (piece.tag.kind === 'open') {
      const partner = context.pairs.partner(piece.tag)
      if (partner !== undefined && here.has(partner)) frames.push(openFrame(piece.tag, piece.tag.name, false))
      else if (partner !== undefined) reportCrossing(piece.tag, context)
    } else if (piece.tag.kind === 'else') {
      // A block without a closing tag has been reported already.
      const owner = context.pairs.owner(piece.tag)
      if (owner !== undefined && context.pairs.partner(owner) !== undefined) addElse(piece.tag, frames, context)
    } else if (frames.length > 0 && here.has(context.pairs.partner(piece.tag)!)) finish()
  }
  return root
}

function openFrame<Node>(tag: Exclude<BlockTag, { kind: 'close' }>, name: string, isChained: boolean): Frame<Node> {
  const { code, codeOffset } = tag
  return { name, code, codeOffset, isInverse: tag.kind === 'open' && tag.isInverse, isChained, body: [], otherwise: [], hasElse: false }
}

function addElse<Node>(tag: Extract<BlockTag, { kind: 'else' }>, frames: Frame<Node>[], { locate, reporter }: Context): void {
  const frame = frames.at(-1)
  const report = (message: string, hint: string): void => reporter.report(error('block-unbalanced', locate(tag.offset), message, hint))
  if (frame === undefined) report('{{else}} is in another element than its block', 'put the block and its {{else}} into the same element')
  else if (frame.hasElse) report(`block {{#${frame.name}}} has two {{else}}`, 'write {{else if …}} for all but the last')
  else {
    frame.hasElse = true
    if (tag.code !== '') frames.push(openFrame(tag, /^\S*/.exec(tag.code)?.[0] ?? '', true))
  }
}

function reportCrossing(tag: BlockTag, { locate, reporter, parent }: Context & { parent: string }): void {
  const message = `block {{#${tag.kind === 'open' ? tag.name : ''}}} opens in ${parent} and closes in another element`
  reporter.report(error('block-unbalanced', locate(tag.offset), message, 'open and close a block in the same element'))
}

const NAMED_BLOCKS = new Set(['if', 'unless', 'each', 'with'])

/** `{{^x}}a{{else}}b{{/x}}` is an `unless`; of a named block (`{{^if x}}`) it is that block with its branches exchanged. */
function blockOf<Node>(frame: Frame<Node>, locate: Locate): SourceBlock<Node> {
  const { name, code, body, otherwise } = frame
  const at = locate(frame.codeOffset)
  if (!frame.isInverse) return { name, code, body, otherwise, at }
  if (NAMED_BLOCKS.has(name)) return { name, code, body: otherwise, otherwise: body, at }
  return { name: 'unless', code: `unless ${code}`, body, otherwise, at }
}

/** Splits a text without markup, such as that of an editor document, at its placeholders and blocks. */
export function parseParts(text: string, context: Context & { readonly maxDepth: number }): readonly SourcePart[] {
  if (!text.includes('{{')) return text === '' ? [] : [{ kind: 'literal', text }]
  const { locate, reporter } = context
  const scan = scanMustaches(text)
  for (const { offset, message, hint } of scan.errors) reporter.report(error('template-syntax', locate(offset), message, hint))
  const pairs = pairBlocks(scan.tags, context)
  if (pairs === undefined) return []
  const pieces: BlockItem<SourcePart>[] = []
  let position = 0
  for (const tag of scan.tags) {
    if (tag.kind === 'partial' || (tag.kind === 'open' && tag.isPartial === true)) {
      const hint = 'write it into a text or into a rawHtml node'
      reporter.report(error('template-syntax', locate(tag.offset), 'a shared part cannot be in an attribute of an editor document', hint))
    }
    pushLiteral(pieces, text.slice(position, tag.start))
    pushTag(pieces, tag, locate)
    position = tag.end
  }
  pushLiteral(pieces, text.slice(position))
  return nestBlocks(pieces, wrapPart, { locate, reporter, pairs, parent: 'this text' })
}

export const wrapPart = (block: SourceBlock<SourcePart>): SourcePart => ({ kind: 'block', block })

/** Appends text to the pieces, joined with a literal before it. */
export function pushLiteral(pieces: BlockItem<SourcePart>[], text: string): void {
  if (text === '') return
  const last = pieces.at(-1)
  if (last?.kind === 'node' && last.node.kind === 'literal') {
    pieces[pieces.length - 1] = { kind: 'node', node: { kind: 'literal', text: last.node.text + text } }
  } else pieces.push({ kind: 'node', node: { kind: 'literal', text } })
}

export function pushTag(pieces: BlockItem<SourcePart>[], tag: Mustache, locate: Locate): void {
  if (tag.kind === 'literal') pushLiteral(pieces, tag.text)
  else if (tag.kind === 'placeholder') {
    pieces.push({ kind: 'node', node: { kind: 'placeholder', code: tag.code, isRaw: tag.isRaw, at: locate(tag.codeOffset) } })
  } else if (tag.kind !== 'partial') pieces.push({ kind: 'tag', tag })
}
