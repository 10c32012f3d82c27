// The checker: the machine-checkable rules of PDF/UA-1 and of PDF/A-2 and PDF/A-3, on the bytes of a finished file.
import { PdfFile } from './cos/file.ts'
import type { Spelling } from './cos/lexer.ts'
import type { PdfStream } from './cos/objects.ts'
import { Colors } from './model/colors.ts'
import { emitDocument, emitIntents, emitObjects } from './model/document.ts'
import { emitForm } from './model/fields.ts'
import { Fonts } from './model/fonts.ts'
import { emitPages } from './model/pages.ts'
import { type Finding, Report } from './model/report.ts'
import type { Services } from './model/services.ts'
import { StructureTree } from './model/structure.ts'
import type { Profile } from './rules.ts'
import { emitMetadata } from './xmp/metadata.ts'

/** What does not hold in a file, of the rules of a profile; at most twenty of a rule. */
export function checkPdf(bytes: Uint8Array, profile: Profile): readonly Finding[] {
  const report = new Report(profile)
  const file = new PdfFile(bytes, spellingRules(report))
  const structure = new StructureTree(file)
  const services: Services = {
    file,
    report,
    structure,
    fonts: new Fonts(file, report),
    colors: new Colors(file, report),
    spelling: spellingRules(report),
    taggedForms: new Set<PdfStream>(),
    isPdfA: (inner) =>
      (profile === 'a-4' ? (['a-2b', 'a-4'] as const) : (['a-2b', 'a-2u'] as const)).some((each) => checkPdf(inner, each).length === 0),
  }
  report.document.gContainsCatalogLang = file.catalog.text('Lang') !== null
  emitDocument(services)
  emitIntents(services)
  emitMetadata(services)
  structure.emit(report)
  emitPages(services)
  emitForm(services)
  emitObjects(services)
  return report.findings
}

function spellingRules(report: Report): Spelling | undefined {
  if (!report.asks('CosInteger')) return undefined
  return {
    integer: (intValue) => report.emit('CosInteger', { intValue }),
    real: (realValue) => report.emit('CosReal', { realValue }),
    name: (internalRepresentation) => report.emit('CosName', { internalRepresentation }),
    string: (length, { isHex, digits, isPure }) =>
      report.emit('CosString', { isHex, hexCount: digits, containsOnlyHex: isPure, value: { length } }),
  }
}

/** Findings as lines, for messages of tests. */
export function describeFindings(findings: readonly Finding[]): string {
  return findings
    .map(
      (finding) =>
        `${finding.rule} (${finding.of}${finding.page === undefined ? '' : `, page ${finding.page}`}${finding.object === undefined ? '' : `, object ${finding.object}`}): ${finding.message}`,
    )
    .join('\n')
}
