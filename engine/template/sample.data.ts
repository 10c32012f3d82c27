// Values of sample data. The first pattern that matches a name counts.

export const SAMPLE_TEXTS: readonly (readonly [pattern: RegExp, texts: readonly [string, ...string[]]])[] = [
  [/e ?mail/, ['ada@example.com', 'grace@example.com', 'alan@example.com']],
  [/phone|tel\b|mobile|fax/, ['+1 555 0100', '+1 555 0101', '+1 555 0102']],
  [/url|website|link|homepage/, ['https://example.com/']],
  [/date|\bat$|\bdue\b|\bday\b|\bon$/, ['2026-01-29', '2026-01-30', '2026-01-31']],
  [/time/, ['09:30', '11:00', '14:15']],
  [/currency/, ['EUR']],
  [/colou?r/, ['#336699', '#993333', '#339966']],
  [/iban/, ['DE89 3704 0044 0532 0130 00']],
  [/\bbic\b|swift/, ['COBADEFFXXX']],
  [/price|total|amount|\bsum\b|\btax\b|\bvat\b|cost|\bfee\b|balance|\bnet\b|gross|value/, ['19.90', '45.00', '7.25']],
  [/qty|quantity|count|units|hours|\bage\b|rank|pieces/, ['1', '2', '3']],
  [/\bid\b|\bno\b|\bnr\b|number|\bref|code|\bsku\b/, ['A-1001', 'A-1002', 'A-1003']],
  [/company|firm|organi[sz]ation|employer|vendor|supplier/, ['Example Ltd', 'Sample & Sons', 'Muster GmbH']],
  [/first ?name|given/, ['Ada', 'Grace', 'Alan']],
  [/last ?name|surname|family/, ['Lovelace', 'Hopper', 'Turing']],
  [/product|item|article/, ['Paper, 80 g', 'Ink, black', 'Binding thread']],
  [/name|customer|client|contact|person|author|recipient|sender/, ['Ada Lovelace', 'Grace Hopper', 'Alan Turing']],
  [/street|address|line ?\d/, ['1 Example Street', '2 Sample Road', '3 Test Lane']],
  [/city|town/, ['Springfield', 'Riverside', 'Hillview']],
  [/zip|postal|postcode/, ['12345', '23456', '34567']],
  [/country/, ['Germany', 'France', 'Spain']],
  [/status|state/, ['open', 'paid', 'open']],
  [/title|subject|heading/, ['A sample title', 'Another title', 'One more title']],
  [/description|text|notes?\b|comment|message|body|summary|terms|content|remark/, ['A few words of sample text.', 'Some more words.', 'The last words.']],
]

/** A valid text for each symbology that does not encode arbitrary text. Names in lower case, without punctuation. */
export const SAMPLE_BARCODES: Readonly<Record<string, string>> = {
  code39: 'SAMPLE-001',
  code128: 'SAMPLE-001',
  codabar: 'A12345B',
  ean13: '4006381333931',
  ean8: '96385074',
  ean: '4006381333931',
  isbn: '978-0-306-40615-7',
  itf: '12345670',
  itf14: '00012345600012',
  interleaved2of5: '12345670',
  gs1128: '(01)09521234543213',
  upca: '036000291452',
  upc: '036000291452',
  upce: '01234565',
}

/** By helper, for its last positional argument, or by the name of a named argument. */
export const SAMPLE_OPTIONS: Readonly<Record<string, string | number | boolean>> = {
  currency: 'EUR',
  date: 'long',
  join: ', ',
  number: 2,
  percent: 1,
  round: 2,
  border: 0,
  color: '#000000',
  decimals: 2,
  display: 'symbol',
  grouping: true,
  height: '20mm',
  level: 'M',
  locale: 'en',
  size: '30mm',
  text: true,
  time: 'short',
  timeZone: 'UTC',
  type: 'code128',
  width: '40mm',
}

/** By CSS property, or by the variable's name where the property is unknown. */
export const SAMPLE_STYLES: readonly (readonly [pattern: RegExp, value: string])[] = [
  [/colou?r|background|fill|stroke|accent|brand|theme/, '#336699'],
  [/font-?family|font$|typeface/, 'sans-serif'],
  [/font-?weight|weight/, 'bold'],
  [/font-?style/, 'italic'],
  [/text-?align|align/, 'left'],
  [/opacity|scale|ratio/, '1'],
  [/display/, 'block'],
  [/border/, '1px'],
  [/size|width|height|margin|padding|radius|gap|indent|spacing|top|right|bottom|left/, '12px'],
]

/** A grey rectangle of 120 × 40 pixels. */
export const SAMPLE_IMAGE =
  'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20width=%22120%22%20height=%2240%22%3E%3Crect%20width=%22120%22%20height=%2240%22%20fill=%22%23ccc%22/%3E%3C/svg%3E'
