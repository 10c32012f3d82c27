// The machine-checkable rules of PDF/A-4 and PDF/A-4f (ISO 19005-4). Most are rules of PDF/A-2 and PDF/A-3 as well, under other numbers.
// Adapted from the veraPDF validation profiles, Copyright veraPDF Consortium, CC BY 4.0. Left out: output intents of pages, and resources that are not defined.
import type { RuleRow } from './rules.data.ts'

/** Rules of PDF/A-2 and PDF/A-3 that hold for PDF/A-4 too, by their numbers there and the kinds of objects. */
export const SHARED_WITH_PART_4: ReadonlySet<string> = new Set(
  `
  6.1.2-t2/CosDocument 6.1.3-t1/CosDocument 6.1.3-t2/CosTrailer 6.1.3-t3/CosDocument 6.1.4-t2/CosXRef 6.1.6-t1/CosString 6.1.6-t2/CosString
  6.1.7.1-t1/CosStream 6.1.7.1-t3/CosStream 6.1.7.2-t1/CosFilter 6.1.8-t1/CosUnicodeName 6.1.9-t1/CosIndirect 6.1.10-t1/CosIIFilter 6.1.12-t1/PDPerms
  6.2.2-t1/Op_Undefined 6.2.2-t2/PDContentStream 6.2.3-t1/ICCOutputProfile 6.2.3-t2/OutputIntents 6.2.4.2-t1/ICCInputProfile 6.2.4.2-t2/PDICCBasedCMYK
  6.2.4.4-t1/PDDeviceN 6.2.4.4-t2/PDSeparation 6.2.5-t1/PDExtGState 6.2.5-t2/PDExtGState 6.2.5-t4/PDHalftone 6.2.5-t5/PDHalftone 6.2.5-t6/PDHalftone
  6.2.8-t1/PDXImage 6.2.8-t2/PDXImage 6.2.8-t3/PDXImage 6.2.8-t4/PDXImage 6.2.8-t5/PDMaskImage 6.2.8.3-t1/JPEG2000 6.2.8.3-t2/JPEG2000
  6.2.8.3-t3/JPEG2000 6.2.8.3-t4/JPEG2000 6.2.8.3-t5/JPEG2000 6.2.9-t2/PDXForm 6.2.10-t1/CosBM 6.2.11.2-t1/PDFont 6.2.11.2-t2/PDFont
  6.2.11.2-t3/PDFont 6.2.11.2-t4/PDSimpleFont 6.2.11.2-t5/PDSimpleFont 6.2.11.2-t6/PDSimpleFont 6.2.11.2-t7/PDFont 6.2.11.3.1-t1/PDType0Font
  6.2.11.3.2-t1/PDCIDFont 6.2.11.3.3-t1/PDCMap 6.2.11.3.3-t2/CMapFile 6.2.11.3.3-t3/PDReferencedCMap 6.2.11.4.1-t1/PDFont 6.2.11.4.1-t2/Glyph
  6.2.11.5-t1/Glyph 6.2.11.6-t2/PDTrueTypeFont 6.2.11.6-t3/PDTrueTypeFont 6.2.11.7.2-t2/Glyph 6.2.11.8-t1/Glyph 6.3.2-t1/PDAnnot 6.3.2-t2/PDAnnot
  6.3.3-t2/PDAnnot 6.3.3-t3/PDAnnot 6.3.3-t4/PDAnnot 6.4.1-t3/PDAcroForm 6.4.2-t1/PDAcroForm 6.4.2-t2/CosDocument 6.5.1-t2/PDNamedAction
  6.6.2.1-t1/PDDocument 6.6.2.1-t2/XMPPackage 6.6.2.1-t3/XMPPackage 6.6.2.1-t4/XMPPackage 6.6.2.1-t5/XMPPackage 6.6.4-t1/MainXMPPackage
  6.6.4-t4/PDFAIdentification 6.8-t1/EmbeddedFile 6.8-t2/CosFileSpecification 6.9-t2/PDOCConfig 6.9-t3/PDOCConfig 6.10-t1/PDDocument 6.10-t2/PDPage
  6.11-t1/CosDocument 6.2.4.3-t2/PDDeviceRGB 6.2.4.3-t3/PDDeviceCMYK 6.2.4.3-t4/PDDeviceGray 6.2.10-t2/PDPage 6.3.1-t1/PDAnnot 6.3.3-t1/PDAnnot
  6.5.1-t1/PDAction
  `.split(/\s+/),
)

export const PART_4_RULES: readonly RuleRow[] = [
  ['6.1.2-t1', 'CosDocument', 'a-4 a-4f', 'headerOffset == 0 && /^%PDF-2\\.[0-9]$/.test(header)', 'The file header shall begin at byte zero and shall consist of "%PDF-2.n"'],
  ['6.1.3-t4', 'CosDocument', 'a-4 a-4f', 'containsPieceInfo == true || containsInfo == false', 'The Info key shall not be present in the trailer unless there is a PieceInfo entry in the catalog'],
  ['6.1.3-t5', 'CosInfo', 'a-4 a-4f', 'size == 1 && ModDate != null', 'If a document information dictionary is present, it shall only contain a ModDate entry'],
  ['6.1.12-t1', 'PDDocument', 'a-4 a-4f', 'Version == null || /^2\\.[0-9]$/.test(Version)', 'If the Version key is present in the catalog, it shall be 2.n'],
  ['6.2.3-t3', 'PDOutputIntent', 'a-4 a-4f', 'containsDestOutputProfileRef == false', 'The DestOutputProfileRef key shall not be present in any output intent dictionary'],
  ['6.2.5-t3', 'PDExtGState', 'a-4 a-4f', 'containsHTO == false', 'A graphics state parameter dictionary shall not contain the HTO key'],
  ['6.4.1-t1', 'PDWidgetAnnot', 'a-4 a-4f', 'containsA == false', 'A Widget annotation dictionary shall not contain the A key'],
  ['6.7.3-t2', 'PDFAIdentification', 'a-4 a-4f', 'part == 4', 'The value of "pdfaid:part" shall be the part number of ISO 19005 to which the file conforms'],
  ['6.7.3-t3', 'PDFAIdentification', 'a-4', 'conformance == null', 'A file that does not conform to either PDF/A-4e or PDF/A-4f shall not provide any "pdfaid:conformance"'],
  ['6.7.3-t4', 'PDFAIdentification', 'a-4f', 'conformance == "F"', 'A file that conforms to PDF/A-4f shall specify the value of "pdfaid:conformance" as F'],
  ['6.7.3-t5', 'PDFAIdentification', 'a-4 a-4f', '/^\\d{4}$/.test(rev)', 'The value of "pdfaid:rev" shall be the four digit year'],
  ['6.7.3-t6', 'PDFAIdentification', 'a-4 a-4f', 'revPrefix == null || revPrefix == "pdfaid"', 'Property "rev" of the PDF/A Identification Schema shall have namespace prefix "pdfaid"'],
  ['6.9-t1', 'PDDocument', 'a-4f', 'containsEmbeddedFiles == true', 'The name dictionary of a PDF/A-4f file shall contain the EmbeddedFiles key'],
  ['6.9-t3', 'EmbeddedFile', 'a-4', 'isValidPDFA124 == true', 'All of the embedded files shall be compliant with ISO 19005-1, 19005-2 or 19005-4'],
  ['6.9-t4', 'CosFileSpecification', 'a-4 a-4f', 'containsEF == false || AFRelationship != null', 'The file specification dictionary of each embedded file shall contain an AFRelationship key'],
  ['6.10-t1', 'PDOCConfig', 'a-4 a-4f', 'Name != null', 'Each optional content configuration dictionary shall contain the Name key'],
]
