// Ruby (CSS Ruby 1 §2): the children of a ruby container as segments, each with its bases and what stands over or under them.
// Problem: bases and annotations are siblings, bases of plain content have no box, and what comes first may be spanned by what comes last.
// Approach: a base is an inline box, of its own or anonymous, and the annotations that come after it are put onto its first item. A base
// that spans its segment is an anonymous inline box around the others. So text keeps its order: bases, then their annotations.
// Limits: blocks in a base split it as any inline box, and the annotation stands on the last piece.
import type { Style, StyledElement, StyledNode } from '../style/style.ts'
import type { Display } from '../style/value.ts'
import type { Box } from './box.ts'
import type { BoxScope } from './context.ts'
import { type DraftOpen, isWhiteSpace } from './inline-text.ts'

/** A ruby container that is a block, by its own display or by its place (CSS Display 3 §2.7). */
export function holdsRuby({ display, originalDisplay }: Style): boolean {
  return display !== 'ruby' && (originalDisplay === 'ruby' || originalDisplay === 'block ruby')
}

/** What filling a ruby container needs of the walk that it is part of. */
interface RubyWalk {
  /** Of the container's children. */
  readonly scope: BoxScope
  child(node: StyledNode, scope: BoxScope): void
  inline(node: StyledElement, scope: BoxScope): DraftOpen
  /** An anonymous inline box around what `put` adds. */
  anonymous(put: () => void): DraftOpen
  /** The box of an annotation. */
  box(node: StyledElement, scope: BoxScope): Box
  /** An element without a box of its own around what `put` adds. */
  enter(node: StyledElement, scope: BoxScope, put: (scope: BoxScope) => void): void
}

interface Part {
  readonly node: StyledNode
  readonly role: 'base' | 'bases' | 'content' | 'annotation' | 'annotations' | 'space'
}

/** Bases and annotations of one segment, in order. */
interface Segment {
  readonly bases: readonly Part[]
  readonly annotations: readonly Part[]
}

/** Adds the children of a ruby container to the walk. */
export function fillRuby(nodes: readonly StyledNode[], walk: RubyWalk): void {
  for (const segment of segmentsOf(withoutSpace(nodes.map(partOf)))) fillSegment(segment, walk)
}

const ROLES: Readonly<Partial<Record<Display, Part['role']>>> = {
  'ruby-base': 'base',
  'ruby-base-container': 'bases',
  'ruby-text': 'annotation',
  'ruby-text-container': 'annotations',
}

function partOf(node: StyledNode): Part {
  if (node.kind === 'text') return { node, role: isWhiteSpace(node.text) && node.late === undefined ? 'space' : 'content' }
  return { node, role: ROLES[node.style.display] ?? 'content' }
}

const isAnnotation = (part: Part | undefined): boolean => part?.role === 'annotation' || part?.role === 'annotations'

/** Without what is not there for layout, and white space at the ends, before annotations and between them (§2.3). */
function withoutSpace(parts: readonly Part[]): readonly Part[] {
  const shown = parts.filter(({ node }) => node.kind === 'text' || node.style.display !== 'none')
  return shown.filter(({ role }, i) => role !== 'space' || (i > 0 && i < shown.length - 1 && !isAnnotation(shown[i + 1])))
}

function segmentsOf(parts: readonly Part[]): readonly Segment[] {
  const segments: { bases: Part[]; annotations: Part[] }[] = []
  for (const part of parts) {
    const last = segments.at(-1)
    if (isAnnotation(part)) {
      if (last === undefined) segments.push({ bases: [], annotations: [part] })
      else last.annotations.push(part)
    } else if (last === undefined || last.annotations.length > 0) segments.push({ bases: [part], annotations: [] })
    else last.bases.push(part)
  }
  return segments
}

function fillSegment({ bases, annotations }: Segment, walk: RubyWalk): void {
  // White space between segments is in none of them.
  const first = bases.findIndex(({ role }) => role !== 'space')
  for (const { node } of first < 0 ? bases : bases.slice(0, first)) walk.child(node, walk.scope)
  const content = first < 0 ? [] : bases.slice(first)
  const items: DraftOpen[] = []
  const spans = annotations.some(({ node, role }) => role === 'annotations' && isSpanning(node))
  const put = (): void => {
    for (const base of basesOf(content)) fillBase(base, items, walk)
    // An annotation without a base of its own has an empty one.
    const most = longestLevel(annotations)
    while (items.length < most) items.push(walk.anonymous(() => {}))
  }
  const around = spans ? walk.anonymous(put) : undefined
  if (around === undefined) put()
  annotate(annotations, { items, around }, walk)
}

/** All of a container's annotations are one, where they merge or it holds plain content, and stand over all bases. */
function isSpanning(node: StyledNode): boolean {
  return (
    node.kind === 'element' &&
    (node.style.rubyMerge === 'merge' || ![...node.children].some((child) => partOf(child).role === 'annotation'))
  )
}

/** How many bases the annotations of a segment ask for. */
function longestLevel(parts: readonly Part[]): number {
  let longest = 0
  let count = 0
  for (const { node, role } of parts) {
    if (role === 'annotation') count++
    else if (node.kind === 'element') {
      longest = Math.max(longest, [...node.children].filter((child) => partOf(child).role === 'annotation').length)
      count = 0
    }
    longest = Math.max(longest, count)
  }
  return longest
}

/** Consecutive content is one anonymous base. */
function basesOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const bases: Part[][] = []
  parts.forEach((part, i) => {
    const last = bases.at(-1)
    const joins = last !== undefined && last[0]!.role === 'content' && (part.role === 'content' || part.role === 'space')
    const isBetween = part.role === 'space' && parts[i + 1]?.role !== 'content'
    if (joins && !isBetween) last.push(part)
    else bases.push([part])
  })
  return bases
}

function fillBase(parts: readonly Part[], items: DraftOpen[], walk: RubyWalk): void {
  const { node, role } = parts[0]!
  if (role === 'space') walk.child(node, walk.scope)
  else if (role === 'base' && node.kind === 'element') items.push(walk.inline(node, walk.scope))
  else if (role === 'bases' && node.kind === 'element') {
    walk.enter(node, walk.scope, (scope) => {
      for (const base of basesOf([...node.children].map(partOf))) fillBase(base, items, { ...walk, scope })
    })
  } else {
    items.push(
      walk.anonymous(() => {
        for (const part of parts) walk.child(part.node, walk.scope)
      }),
    )
  }
}

/** What annotations of a segment are put onto. */
interface Targets {
  readonly items: readonly DraftOpen[]
  readonly around: DraftOpen | undefined
}

function annotate(parts: readonly Part[], { items, around }: Targets, walk: RubyWalk): void {
  let index = 0
  for (const { node, role } of parts) {
    if (node.kind !== 'element') continue
    if (role === 'annotation') {
      // Those without a container of their own are in an anonymous one, which inherits from the ruby container.
      const base = items[index++]
      add(base, base?.style, walk.box(node, walk.scope))
    } else if (around !== undefined && isSpanning(node)) add(around, node.style, walk.box(node, walk.scope))
    else {
      walk.enter(node, walk.scope, (scope) => {
        let own = 0
        for (const child of node.children)
          if (child.kind === 'element' && partOf(child).role === 'annotation') add(items[own++], node.style, walk.box(child, scope))
      })
    }
    if (role === 'annotations') index = 0
  }
}

/** `style` is of the annotation container. */
function add(item: DraftOpen | undefined, style: Style | undefined, box: Box): void {
  if (item === undefined || style === undefined) throw new Error('ruby: an annotation without a base')
  item.annotations ??= []
  item.annotations.push({ box, side: style.rubyPosition })
}
