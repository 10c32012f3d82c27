// What the parts of the model share.
import type { PdfFile } from '../cos/file.ts'
import type { Spelling } from '../cos/lexer.ts'
import type { PdfStream } from '../cos/objects.ts'
import type { Colors } from './colors.ts'
import type { Fonts } from './fonts.ts'
import type { Report } from './report.ts'
import type { StructureTree } from './structure.ts'

export interface Services {
  readonly file: PdfFile
  readonly report: Report
  readonly fonts: Fonts
  readonly colors: Colors
  readonly structure: StructureTree
  readonly spelling: Spelling | undefined
  /** Forms with content of the structure tree that were painted. */
  readonly taggedForms: Set<PdfStream>
  /** Whether an embedded file is PDF/A. */
  isPdfA(bytes: Uint8Array): boolean
}

/** What the page learns from its content. */
export interface PageFacts {
  isTransparent: boolean
  readonly number: number | undefined
}
