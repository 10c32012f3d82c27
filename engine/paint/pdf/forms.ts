// Form XObjects and pattern cells: content streams that pages and other streams draw.
import { concatMatrix, type Matrix, type Rect } from '../../geometry.ts'
import type { Copy, GroupOptions, TilePattern } from '../canvas.ts'
import type { ExtendedStates } from './extended-states.ts'
import type { PdfDictionary, PdfObjects, PdfReference } from './objects.ts'
import { clampUnit } from './painted-path.ts'
import type { Surface } from './surface.ts'

export interface TaggedForm {
  readonly form: PdfReference
  readonly key: number
}

/** Writes the content of a surface as a transparency group; undefined when it is empty. */
export function writeForm(objects: PdfObjects, surface: Surface, bounds: Rect, isIsolated: boolean): PdfReference | undefined {
  surface.endText()
  if (surface.stream.length === 0) return undefined
  const form = objects.reserve()
  objects.writeStream(form, formDictionary(bounds, surface.resources(), isIsolated), surface.stream.view)
  return form
}

/** Writes a group as `form`, with marked content of its own, whose key in the parent tree is `key`. */
export function writeTaggedForm(
  objects: PdfObjects,
  surface: Surface,
  { bounds, isIsolated }: GroupOptions,
  { form, key }: TaggedForm,
): void {
  const dictionary = { ...formDictionary(bounds, surface.resources(), isIsolated), StructParents: key }
  objects.writeStream(form, dictionary, surface.stream.view)
}

export interface Mask {
  readonly bounds: Rect
  readonly kind: 'luminance' | 'alpha'
  /** No marked content is around: what the mask holds is no element's. */
  readonly isArtifact: boolean
}

/** Writes the content of a surface as a mask. Without content it hides everything: it is an empty form. */
export function writeMask(objects: PdfObjects, surface: Surface, { bounds, isArtifact }: Mask): PdfReference {
  if (isArtifact) markAsArtifact(surface)
  return writeForm(objects, surface, bounds, true) ?? writeEmptyForm(objects, bounds)
}

function markAsArtifact(surface: Surface): void {
  surface.endText()
  const { stream } = surface
  if (stream.length === 0) return
  const content = stream.view.slice()
  stream.clear()
  stream.operator('/Artifact BMC')
  stream.raw(content)
  stream.operator('EMC')
}

/** Draws a group as a whole. */
export function drawGroup(surface: Surface, form: PdfReference, { blendMode, opacity }: GroupOptions, states: ExtendedStates): void {
  surface.endMark()
  surface.save()
  surface.fillAlpha(clampUnit(opacity))
  if (blendMode !== 'normal') surface.extendedState(states.blendMode(blendMode))
  surface.drawObject(form)
  surface.markTransparent()
  surface.restore()
}

function writeEmptyForm(objects: PdfObjects, bounds: Rect): PdfReference {
  const form = objects.reserve()
  objects.writeStream(form, formDictionary(bounds, {}, true), Buffer.from('n\n'))
  return form
}

export function drawForm(surface: Surface, form: PdfReference, opacity: number): void {
  surface.endText()
  surface.fillAlpha(clampUnit(opacity))
  surface.drawObject(form)
  surface.markTransparent()
}

/** Draws a form for each copy. */
export function drawCopies(surface: Surface, form: PdfReference, copies: readonly Copy[]): void {
  surface.endText()
  for (const { x, y, opacity } of copies) {
    surface.save()
    surface.transform([1, 0, 0, 1, x, y])
    surface.fillAlpha(opacity)
    surface.drawObject(form)
    surface.restore()
  }
  surface.markTransparent()
}

/** Writes the content of a pattern's cell; `matrix`: the user space in which the pattern is used. */
export function writeTilePattern(objects: PdfObjects, surface: Surface, pattern: TilePattern, matrix: Matrix): PdfReference {
  const reference = objects.reserve()
  const { x, y, width, height } = pattern
  const dictionary: PdfDictionary = {
    Type: 'Pattern',
    PatternType: 1,
    PaintType: 1,
    TilingType: 1,
    BBox: [x, y, x + width, y + height],
    XStep: pattern.stepX,
    YStep: pattern.stepY,
    Matrix: [...concatMatrix(pattern.matrix, matrix)],
    Resources: surface.resources(),
  }
  objects.writeStream(reference, dictionary, surface.stream.view)
  return reference
}

function formDictionary(bounds: Rect, resources: PdfDictionary, isIsolated: boolean): PdfDictionary {
  return {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height],
    Group: { Type: 'Group', S: 'Transparency', CS: 'DeviceRGB', ...(isIsolated ? { I: true } : {}) },
    Resources: resources,
  }
}
