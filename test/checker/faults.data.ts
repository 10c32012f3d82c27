// Faults in the tiny file (`support/tiny-pdf.ts`), by the rule that each breaks: rules of PDF/UA-1 and PDF/A-2 that no other test of the checker tries.
import type { Profile } from '../support/checker/rules.ts'
import type { TinyPdf } from '../support/tiny-pdf.ts'

type Change = (pdf: TinyPdf) => void
export type Fault = readonly [rule: string, profile: Profile, ...changes: readonly Change[]]

/** Puts another text into the body of an object. */
export function replaced(number: number, from: string, to: string): Change {
  return (pdf) => {
    const body = pdf.objects[number - 1] ?? ''
    if (!body.includes(from)) throw new Error(`object ${number} lacks ${from}`)
    pdf.objects[number - 1] = body.replace(from, to)
  }
}

/** Adds an object: the first is number 24. */
function added(body: string): Change {
  return (pdf) => {
    const size = pdf.objects.push(body) + 1
    pdf.trailer = pdf.trailer.replace(/Size \d+/, `Size ${size}`)
  }
}

const streamOf = (text: string, entries = ''): string => `<<${entries} /Length ${text.length}>>\nstream\n${text}\nendstream`
const inCatalog = (entries: string): Change => replaced(1, '/Lang (en)', `/Lang (en) ${entries}`)
const inPage = (entries: string): Change => replaced(3, '/Tabs /S', `/Tabs /S ${entries}`)
const withoutLanguage = replaced(1, '/Lang (en)', '')
const element = (type: string, entries = ''): Change => added(`<</Type /StructElem /S /${type} /P 13 0 R ${entries}>>`)
/** Makes the heading (12), the table (13) and its rows (14, 16) something else. */
const heading = (type: string): Change => replaced(12, '/H1', type)
const table = (type: string): Change => replaced(13, '/S /Table', `/S /${type}`)
const tableOf = (kids: string): Change => replaced(13, '/K [14 0 R 16 0 R]', `/K [${kids}]`)
const firstRow = (type: string): Change => replaced(14, '/S /TR', `/S /${type}`)
const secondRow = (type: string): Change => replaced(16, '/S /TR', `/S /${type}`)
const annotation = (type: string): Change => replaced(20, '/Subtype /Link', `/Subtype /${type}`)
const field = [annotation('Widget /FT /Tx /T (n)'), replaced(1, '/Lang', '/AcroForm <</Fields [20 0 R]>> /Lang')]
const layers = (configuration: string): readonly Change[] => [
  inCatalog(`/OCProperties <</OCGs [24 0 R 25 0 R] ${configuration}>>`),
  added('<</Type /OCG /Name (x)>>'),
  added('<</Type /OCG /Name (y)>>'),
]
const ALL_LAYERS = '/Order [24 0 R 25 0 R]'
const FIRST = '/H1 <</MCID 0>> BDC BT /F 10 Tf 10 80 Td <0009000a> Tj ET'
const RULE = '/Artifact BMC 0 0 1 rg 0 0 100 1 re f'
const SECOND = '/TH <</MCID 1>> BDC BT /F 10 Tf 10 60 Td <000b> Tj ET EMC'

export const FAULTS: readonly Fault[] = [
  ['5-t2', 'ua-1', replaced(7, '<pdfuaid:part>1', '<pdfuaid:part>2')],
  ['7.1-t1', 'ua-1', replaced(4, `${FIRST} EMC\n${RULE} EMC`, `${FIRST}\n${RULE} EMC EMC`)],
  ['7.1-t2', 'ua-1', replaced(4, `${RULE} EMC\n${SECOND}`, `${RULE}\n${SECOND} EMC`)],
  ['7.1-t4', 'ua-1', replaced(1, '/Marked true', '/Marked true /Suspects true')],
  ['7.1-t5', 'ua-1', heading('/Titel')],
  ['7.1-t6', 'ua-1', heading('/Aaa'), replaced(9, '/K [', '/RoleMap <</Aaa /Bbb /Bbb /Aaa>> /K [')],
  ['7.1-t7', 'ua-1', replaced(9, '/K [', '/RoleMap <</H1 /P>> /K [')],
  ['7.1-t11', 'ua-1', replaced(1, '/StructTreeRoot 9 0 R', '')],
  ['7.1-t12', 'ua-1', replaced(12, '/P 11 0 R', '')],
  ['7.2-t2', 'ua-1', replaced(1, '/Lang (en)', '/Outlines 24 0 R'), added('<</First 25 0 R /Last 25 0 R /Count 1>>'), added('<</Title (x) /Parent 24 0 R /Dest [3 0 R /Fit]>>')],
  ['7.2-t5', 'ua-1', table('Sect'), firstRow('THead')],
  ['7.2-t6', 'ua-1', table('Sect'), firstRow('TBody')],
  ['7.2-t7', 'ua-1', table('Sect'), firstRow('TFoot')],
  ['7.2-t11', 'ua-1', firstRow('THead'), secondRow('THead')],
  ['7.2-t12', 'ua-1', firstRow('TFoot'), secondRow('TFoot')],
  ['7.2-t13', 'ua-1', secondRow('TFoot')],
  ['7.2-t14', 'ua-1', firstRow('THead')],
  ['7.2-t15', 'ua-1', replaced(14, '/K [15 0 R]', '/K [15 0 R 24 0 R]'), replaced(17, '/K 2', '/K 2 /A <</O /Table /ColSpan 2>>'), element('TD', '/A <</O /Table /RowSpan 2>>')],
  ['7.2-t16', 'ua-1', tableOf('14 0 R 24 0 R 16 0 R'), element('Caption')],
  ['7.2-t17', 'ua-1', heading('/LI')],
  ['7.2-t18', 'ua-1', heading('/LBody')],
  ['7.2-t20', 'ua-1', table('L'), firstRow('LI')],
  ['7.2-t21', 'ua-1', withoutLanguage, replaced(12, '/K 0', '/K 0 /ActualText (x)')],
  ['7.2-t22', 'ua-1', withoutLanguage],
  ['7.2-t24', 'ua-1', withoutLanguage],
  ['7.2-t25', 'ua-1', ...field, withoutLanguage, replaced(20, '/FT', '/TU (x) /FT'), replaced(19, '/Link', '/Form')],
  ['7.2-t28', 'ua-1', table('TOC'), tableOf('24 0 R 25 0 R'), element('TOCI'), element('Caption')],
  ['7.2-t38', 'ua-1', firstRow('TFoot')],
  ['7.2-t39', 'ua-1', tableOf('24 0 R 14 0 R 16 0 R 25 0 R'), element('Caption'), element('Caption')],
  ['7.2-t40', 'ua-1', table('L'), tableOf('24 0 R 25 0 R'), element('LI'), element('Caption')],
  ['7.2-t41', 'ua-1', replaced(15, '/Scope /Column', '/Scope /Column /RowSpan 3')],
  ['7.4.4-t1', 'ua-1', heading('/H'), table('H')],
  ['7.5-t2', 'ua-1', replaced(15, '/Scope /Column', ''), replaced(17, '/K 2', '/K 2 /A <</O /Table /Headers [(nn)]>>')],
  ['7.7-t1', 'ua-1', replaced(18, '/Figure', '/Formula'), replaced(18, '(A square)', '()')],
  ['7.9-t1', 'ua-1', heading('/Note')],
  ['7.9-t2', 'ua-1', heading('/Note /ID (a)'), table('Note /ID (a)')],
  ['7.10-t1', 'ua-1', ...layers(`/D <</Name (d) ${ALL_LAYERS}>> /Configs [<<${ALL_LAYERS}>>]`)],
  ['7.10-t2', 'ua-1', ...layers(`/D <</Name (d) ${ALL_LAYERS} /AS [<</Event /View /OCGs [24 0 R] /Category [/View]>>]>>`)],
  ['7.11-t1', 'ua-1', inCatalog('/Names <</EmbeddedFiles <</Names [(a) 24 0 R]>>>>'), added('<</Type /Filespec /F (a) /EF <</F 25 0 R>>>>'), added(streamOf('x'))],
  ['7.18.1-t1', 'ua-1', annotation('Text')],
  ['7.18.1-t3', 'ua-1', ...field, replaced(19, '/Link', '/Form')],
  ['7.18.4-t1', 'ua-1', ...field, replaced(20, '/FT', '/TU (x) /FT')],
  ['7.18.4-t2', 'ua-1', heading('/Form')],
  ['7.18.5-t1', 'ua-1', replaced(19, '/S /Link', '/S /Span')],
  ['7.18.6.2-t1', 'ua-1', annotation('Screen'), replaced(20, '/S /URI /URI (https://example.com)', '/S /Rendition /OP 0 /R <</S /MR /C <</S /MCD /D (x) /Alt [() (x)]>>>>')],
  ['7.18.6.2-t2', 'ua-1', annotation('Screen'), replaced(20, '/S /URI /URI (https://example.com)', '/S /Rendition /OP 0 /R <</S /MR /C <</S /MCD /D (x) /CT (video/mp4)>>>>')],
  ['7.18.8-t1', 'ua-1', annotation('PrinterMark')],
  ['7.21.3.2-t1', 'ua-1', replaced(6, '/CIDToGIDMap /Identity', '')],
  ['7.21.4.1-t2', 'ua-1', replaced(4, '<000b>', '<0fff>')],
  ['7.21.7-t2', 'ua-1', replaced(21, '<0001> <0040> <0020>', '<0001> <0040> <fef7>')],
  ['7.21.8-t1', 'ua-1', replaced(4, '<000b>', '<0000>')],
  ['6.1.6-t1', 'a-2b', inPage('/X <abc>')],
  ['6.1.6-t2', 'a-2b', inPage('/X <abxx>')],
  ['6.1.7.1-t3', 'a-2b', added('<</Length 3 /F (x)>>\nstream\nxxx\nendstream'), inPage('/X 24 0 R')],
  ['6.1.7.2-t1', 'a-2b', added('<</Length 3 /Filter /LZWDecode>>\nstream\nxxx\nendstream'), inPage('/X 24 0 R')],
  ['6.1.8-t1', 'a-2b', replaced(5, '/BaseFont /AAAAAA+Toy', '/BaseFont /AAAAAA+T#ff')],
  ['6.1.12-t1', 'a-2b', inCatalog('/Perms <</Foo <<>>>>')],
  ['6.1.13-t1', 'a-2b', inPage('/X 2147483648')],
  ['6.1.13-t3', 'a-2b', inPage(`/X (${'x'.repeat(32_768)})`)],
  ['6.1.13-t4', 'a-2b', inPage(`/X /${'x'.repeat(128)}`)],
  ['6.1.13-t11', 'a-2b', replaced(3, '[0 0 100 100]', '[0 0 2 100]')],
  ['6.2.5-t1', 'a-2b', replaced(3, '/Resources <<', '/Resources <</ExtGState <</G <</TR /Identity>>>> '), replaced(4, '0.5 g 10 10 20 20 re f', '/G gs 10 10 20 20 re f')],
  ['6.2.6-t1', 'a-2b', replaced(4, '0.5 g 10 10 20 20 re f', '/Xx ri 10 10 9 9 re f ')],
  ['6.2.10-t1', 'a-2b', replaced(3, '/Resources <<', '/Resources <</ExtGState <</G <</BM /Foo>>>> '), replaced(4, '0.5 g 10 10 20 20 re f', '/G gs 10 10 20 20 re f')],
  ['6.3.1-t1', 'a-2b', annotation('Sound')],
  ['6.3.2-t2', 'a-2b', replaced(20, '/F 4', '/F 6')],
  ['6.3.3-t1', 'a-2b', annotation('Square')],
  ['6.4.1-t3', 'a-2b', inCatalog('/AcroForm <</Fields [] /NeedAppearances true>>')],
  ['6.4.2-t1', 'a-2b', inCatalog('/AcroForm <</Fields [] /XFA (x)>>')],
  ['6.4.2-t2', 'a-2b', inCatalog('/NeedsRendering true')],
  ['6.5.1-t2', 'a-2b', replaced(20, '/S /URI /URI (https://example.com)', '/S /Named /N /Print')],
  ['6.5.2-t1', 'a-2b', inCatalog('/AA <</WC <</S /Named /N /NextPage>>>>')],
  ['6.5.2-t2', 'a-2b', inPage('/AA <</O <</S /Named /N /NextPage>>>>')],
  ['6.8-t5', 'a-2b', inCatalog('/Names <</EmbeddedFiles <</Names [(a) 24 0 R]>>>>'), added('<</Type /Filespec /F (a) /UF (a) /EF <</F 25 0 R>>>>'), added(streamOf('x', '/Type /EmbeddedFile'))],
  ['6.9-t2', 'a-2b', ...layers(`/D <</Name (d) ${ALL_LAYERS}>> /Configs [<</Name (d) ${ALL_LAYERS}>>]`)],
  ['6.9-t3', 'a-2b', ...layers('/D <</Name (d) /Order [24 0 R]>>')],
  ['6.10-t1', 'a-2b', inCatalog('/Names <</AlternatePresentations <<>>>>')],
  ['6.10-t2', 'a-2b', inPage('/PresSteps <<>>')],
  ['6.11-t1', 'a-2b', inCatalog('/Requirements [<</Type /Requirement /S /EnableJavaScripts>>]')],
  ['6.2.11.7.3-t1', 'a-2a', replaced(21, '<0001> <0040> <0020>', '<0001> <0040> <e000>')],
  ['6.7.3.4-t1', 'a-2a', heading('/Titel')],
  ['6.7.4-t1', 'a-2a', replaced(1, '(en)', '(en_GB)')],
]
