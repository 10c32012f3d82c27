// The checker that claims of conformance are held against: a tiny file of our own keeps all rules, and each fault in it is found as the rule that it breaks.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkPdf, describeFindings } from '../support/checker/check.ts'
import type { Profile } from '../support/checker/rules.ts'
import { tinyBytes, tinyPdf } from '../support/tiny-pdf.ts'
import { FAULTS, type Fault, replaced } from './faults.data.ts'

const checker = suite('checker')

const PROFILES: readonly Profile[] = ['ua-1', 'a-2b', 'a-2u', 'a-2a']

for (const profile of PROFILES) {
  checker(`a file that keeps ${profile} is valid`, () => {
    assert.is(describeFindings(checkPdf(tinyBytes(tinyPdf()), profile)), '')
  })
}

/** Streams keep their length: faults in them have as many characters. */
const FIRST_FAULTS: readonly Fault[] = [
  ['5-t1', 'ua-1', replaced(7, 'pdfua/ns/id/"><', 'pdfub/ns/id/"><')],
  ['6.2-t1', 'ua-1', replaced(1, '/Marked true', '/Marked false')],
  ['7.1-t3', 'ua-1', replaced(4, '/Artifact BMC', '/Decorate BMC')],
  ['7.1-t9', 'ua-1', replaced(7, '<dc:title>', '<dc:Title>')],
  ['7.1-t10', 'ua-1', replaced(1, '/DisplayDocTitle true', '/DisplayDocTitle false')],
  ['7.2-t10', 'ua-1', replaced(17, '/TD', '/P')],
  ['7.2-t29', 'ua-1', replaced(1, '(en)', '(en_GB)')],
  ['7.2-t34', 'ua-1', replaced(1, '/Lang (en)', '')],
  ['7.3-t1', 'ua-1', replaced(18, '/Alt (A square)', '')],
  ['7.4.2-t1', 'ua-1', replaced(12, '/H1', '/H2')],
  ['7.5-t1', 'ua-1', replaced(15, '/Scope /Column', '')],
  ['7.18.3-t1', 'ua-1', replaced(3, '/Tabs /S', '')],
  ['7.18.5-t2', 'ua-1', replaced(20, '/Contents (Home)', '')],
  ['7.21.7-t1', 'ua-1', replaced(5, '/ToUnicode 21 0 R', '')],
  [
    '6.1.2-t1',
    'a-2b',
    (pdf) => {
      pdf.header = pdf.header.replace('1.7', '2.0')
    },
  ],
  [
    '6.1.3-t1',
    'a-2b',
    (pdf) => {
      pdf.trailer = pdf.trailer.replace(/\/ID.*\]/, '')
    },
  ],
  ['6.1.7.1-t1', 'a-2b', replaced(10, '/Length 508', '/Length 507')],
  ['6.2.2-t1', 'a-2b', replaced(4, ' re f', ' re z')],
  ['6.2.4.3-t2', 'a-2b', replaced(1, '/OutputIntents [8 0 R]', '')],
  ['6.2.11.4.1-t1', 'a-2b', replaced(22, '/FontFile2 23 0 R', '')],
  ['6.2.11.5-t1', 'a-2b', replaced(6, '/DW 1000', '/DW 900')],
  ['6.3.2-t1', 'a-2b', replaced(20, '/F 4', '')],
  ['6.5.1-t1', 'a-2b', replaced(20, '/S /URI', '/S /Launch')],
  ['6.6.2.3.1-t1', 'a-2b', replaced(7, '<pdfaProperty:name>part', '<pdfaProperty:name>trap')],
  ['6.6.4-t2', 'a-3b', () => undefined],
  ['6.2.11.7.2-t1', 'a-2u', replaced(5, '/ToUnicode 21 0 R', '')],
  ['6.7.3.3-t1', 'a-2a', replaced(1, '/StructTreeRoot 9 0 R', '')],
]

for (const [rule, profile, ...changes] of [...FIRST_FAULTS, ...FAULTS]) {
  checker(`${profile}: finds what breaks ${rule}`, () => {
    const pdf = tinyPdf()
    for (const change of changes) change(pdf)
    const rules = checkPdf(tinyBytes(pdf), profile).map((finding) => finding.rule)
    assert.ok(rules.includes(rule), `found ${rules.join(' ') || 'nothing'}`)
  })
}

checker('files with damaged cross references are read by their objects', () => {
  const bytes = Buffer.from(
    Buffer.from(tinyBytes(tinyPdf()))
      .toString('latin1')
      .replace(/startxref\n\d+/, 'startxref\n7'),
    'latin1',
  )
  assert.is(describeFindings(checkPdf(bytes, 'ua-1')), '')
})

checker.run()
