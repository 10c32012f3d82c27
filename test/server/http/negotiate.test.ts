import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { preferenceValue, wantsStrictHandling } from '../../../server/http/negotiate.ts'

const negotiation = suite('negotiation')

negotiation('strict handling is found among other preferences', () => {
  for (const prefer of ['handling=strict', 'respond-async, handling=strict', 'HANDLING = "strict"', 'wait=5; handling=strict'])
    assert.ok(wantsStrictHandling(prefer), prefer)
  for (const prefer of [undefined, '', 'handling=lenient', 'nothandling=strict', 'handling=strictly'])
    assert.not.ok(wantsStrictHandling(prefer))
})

negotiation('the value of a preference, among others', () => {
  const values: Readonly<Record<string, string | undefined>> = {
    'conformance=ua-1': 'ua-1',
    'handling=strict, Conformance = "A-3u  ua-1" ; x=1, warnings': 'a-3u  ua-1',
    'conformance=""': '',
    'noconformance=ua-1': undefined,
    'handling="conformance=ua-1"': undefined,
    conformance: undefined,
  }
  for (const [prefer, value] of Object.entries(values)) assert.is(preferenceValue(prefer, 'conformance'), value, prefer)
})

negotiation.run()
