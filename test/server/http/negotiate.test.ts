import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { wantsStrictHandling } from '../../../server/http/negotiate.ts'

const negotiation = suite('negotiation')

negotiation('strict handling is found among other preferences', () => {
  for (const prefer of ['handling=strict', 'respond-async, handling=strict', 'HANDLING = "strict"', 'wait=5; handling=strict'])
    assert.ok(wantsStrictHandling(prefer), prefer)
  for (const prefer of [undefined, '', 'handling=lenient', 'nothandling=strict', 'handling=strictly'])
    assert.not.ok(wantsStrictHandling(prefer))
})

negotiation.run()
