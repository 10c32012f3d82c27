// How a file says which standards it claims: identification in XMP (ISO 14289-1, 5; ISO 19005-2, 6.6.4), and the output intent of PDF/A (6.2.3).
import type { Claims } from '../../conformance.ts'
import { addObject, type PdfObjects, type PdfReference, pdfText } from './objects.ts'
import { srgbProfile } from './srgb-profile.ts'

/** Descriptions for the XMP packet. */
export function identification(claims: Claims | undefined): readonly string[] {
  if (claims === undefined) return []
  const { archive, isAccessible } = claims
  return [
    ...(archive === undefined
      ? []
      : [
          `<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>${archive.part}</pdfaid:part>${archive.part === 4 ? REVISION : ''}${archive.level === '' ? '' : `<pdfaid:conformance>${archive.level}</pdfaid:conformance>`}</rdf:Description>`,
        ]),
    ...(isAccessible
      ? ['<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>']
      : []),
    ...(isAccessible && archive !== undefined ? [UA_SCHEMA] : []),
  ]
}

/** Of ISO 19005-4. */
const REVISION = '<pdfaid:rev>2020</pdfaid:rev>'

/** PDF/A wants to be told of schemas that it does not know: that of PDF/UA. */
const UA_SCHEMA = [
  '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">',
  '<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">',
  '<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>',
  '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>',
  '<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>',
  '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">',
  '<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>',
  '<pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>Part of ISO 14289</pdfaProperty:description>',
  '</rdf:li></rdf:Seq></pdfaSchema:property>',
  '</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>',
].join('\n')

/** All colours are of sRGB: documents are painted in it. */
export function outputIntents(objects: PdfObjects): readonly PdfReference[] {
  const profile = objects.reserve()
  objects.writeStream(profile, { N: 3 }, srgbProfile())
  const intent = addObject(objects, {
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: pdfText('sRGB IEC61966-2.1'),
    Info: pdfText('sRGB IEC61966-2.1'),
    DestOutputProfile: profile,
  })
  return [intent]
}
