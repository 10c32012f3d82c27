// A small file that keeps every rule of PDF/UA-1, PDF/A-2a and PDF/A-3a, as texts of objects: tests break one thing in it.
import { srgbProfile } from '../../engine/paint/pdf/srgb-profile.ts'
import { toyFont } from './toy-font.ts'

export interface TinyPdf {
  header: string
  trailer: string
  /** Bodies by number, from 1. */
  objects: string[]
}

const XMP = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Tiny</rdf:li></rdf:Alt></dc:title></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema><pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>Part</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

const CMAP =
  '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /T def 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0001> <0040> <0020> endbfrange endcmap end end'

const CONTENT =
  '/H1 <</MCID 0>> BDC BT /F 10 Tf 10 80 Td <0009000a> Tj ET EMC\n/Artifact BMC 0 0 1 rg 0 0 100 1 re f EMC\n/TH <</MCID 1>> BDC BT /F 10 Tf 10 60 Td <000b> Tj ET EMC\n/TD <</MCID 2>> BDC BT /F 10 Tf 10 50 Td <000c> Tj ET EMC\n/Figure <</MCID 3>> BDC 0.5 g 10 10 20 20 re f EMC\n/Link <</MCID 4>> BDC BT /F 10 Tf 40 10 Td <000d> Tj ET EMC'

function stream(text: string, entries = ''): string {
  const latin = Buffer.from(text, 'utf8').toString('latin1')
  return `<<${entries} /Length ${latin.length}>>\nstream\n${latin}\nendstream`
}

function binary(bytes: Uint8Array, entries = ''): string {
  return `<<${entries} /Length ${bytes.length}>>\nstream\n${Buffer.from(bytes).toString('latin1')}\nendstream`
}

export function tinyPdf(): TinyPdf {
  return {
    header: '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n',
    trailer: '<</Size 24 /Root 1 0 R /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]>>',
    objects: [
      '<</Type /Catalog /Pages 2 0 R /Lang (en) /MarkInfo <</Marked true>> /StructTreeRoot 9 0 R /Metadata 7 0 R /ViewerPreferences <</DisplayDocTitle true>> /OutputIntents [8 0 R]>>',
      '<</Type /Pages /Count 1 /Kids [3 0 R]>>',
      '<</Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Resources <</Font <</F 5 0 R>>>> /Contents 4 0 R /StructParents 0 /Tabs /S /Annots [20 0 R]>>',
      stream(CONTENT),
      '<</Type /Font /Subtype /Type0 /BaseFont /AAAAAA+Toy /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 21 0 R>>',
      '<</Type /Font /Subtype /CIDFontType2 /BaseFont /AAAAAA+Toy /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /DW 1000 /CIDToGIDMap /Identity /FontDescriptor 22 0 R>>',
      stream(XMP, '/Type /Metadata /Subtype /XML'),
      '<</Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /DestOutputProfile 10 0 R>>',
      '<</Type /StructTreeRoot /K [11 0 R] /ParentTree <</Nums [0 [12 0 R 15 0 R 17 0 R 18 0 R 19 0 R] 1 19 0 R]>>>>',
      binary(srgbProfile(), '/N 3'),
      '<</Type /StructElem /S /Document /P 9 0 R /K [12 0 R 13 0 R 18 0 R 19 0 R]>>',
      '<</Type /StructElem /S /H1 /P 11 0 R /Pg 3 0 R /K 0>>',
      '<</Type /StructElem /S /Table /P 11 0 R /K [14 0 R 16 0 R]>>',
      '<</Type /StructElem /S /TR /P 13 0 R /K [15 0 R]>>',
      '<</Type /StructElem /S /TH /P 14 0 R /Pg 3 0 R /K 1 /A <</O /Table /Scope /Column>>>>',
      '<</Type /StructElem /S /TR /P 13 0 R /K [17 0 R]>>',
      '<</Type /StructElem /S /TD /P 16 0 R /Pg 3 0 R /K 2>>',
      '<</Type /StructElem /S /Figure /P 11 0 R /Pg 3 0 R /K 3 /Alt (A square) /A <</O /Layout /BBox [10 10 30 30]>>>>',
      '<</Type /StructElem /S /Link /P 11 0 R /Pg 3 0 R /K [4 <</Type /OBJR /Obj 20 0 R>>]>>',
      '<</Type /Annot /Subtype /Link /Rect [40 10 50 20] /F 4 /Contents (Home) /StructParent 1 /A <</S /URI /URI (https://example.com)>>>>',
      stream(CMAP),
      '<</Type /FontDescriptor /FontName /AAAAAA+Toy /Flags 4 /FontBBox [0 -200 1000 800] /Ascent 800 /Descent -200 /ItalicAngle 0 /StemV 80 /CapHeight 700 /FontFile2 23 0 R>>',
      binary(toyFont(), ''),
    ],
  }
}

/** The bytes, with cross references. */
export function tinyBytes({ header, trailer, objects }: TinyPdf): Uint8Array {
  let text = header
  const offsets = objects.map((object, i) => {
    const at = text.length
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const xref = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n${trailer}\nstartxref\n${xref}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
