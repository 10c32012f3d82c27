// security.md, budgets and hostile inputs: to any document the service answers in time, with a complete PDF or an error code, and without
// internal details. The answer may be 504 (the deadline stopped the rendering), never 500.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ERROR_STATUS } from '../../server/errors.ts'
import { HOSTILE, type HostileDocument } from '../support/hostile.data.ts'
import { programUrl } from '../support/programs.ts'
import { saveTemplate } from './support/save-template.ts'
import { type Answer, startTestService, type TestService } from './support/service.ts'

const hostile = suite('hostile')
/** Short deadlines for documents that never end, and enough pages for the others. */
const [SECONDS, PAGES] = [10, '200']
let test: TestService
hostile.before(async () => {
  test = await startTestService({ PLATEN_RENDER_SECONDS: String(SECONDS), PLATEN_PAGES: PAGES }, programUrl('server/pool/child'))
})
hostile.after(() => test.close())

async function render({ type = 'html', source, data = {} }: HostileDocument): Promise<Answer> {
  const template = await saveTemplate(test.service.store, test.acme.id, { name: 'T', type, source, meta: {}, variables: [] })
  const answer = await test.call({ method: 'POST', path: `/api/templates/${template!.id}/pdf`, body: { data } })
  await test.service.store.removeTemplate(test.acme.id, template!.id)
  return answer
}

/** File paths, stack traces and module names. */
const INTERNAL = /node_modules|node:|\.[tj]s:\d|\bat \S+ \(|\/(?:tmp|home|usr|root|work)\//

for (const [name, document] of Object.entries(HOSTILE)) {
  hostile(name, async () => {
    const answer = await render(document)
    if (answer.status === 200) {
      assert.is(answer.bytes.subarray(0, 5).toString(), '%PDF-')
      assert.ok(answer.bytes.lastIndexOf('%%EOF') > answer.bytes.length - 10)
    } else {
      assert.ok(answer.status === 504 || (answer.status >= 400 && answer.status < 500), answer.text)
      assert.is(ERROR_STATUS[answer.json.code as keyof typeof ERROR_STATUS], answer.status)
      assert.not.match(answer.text, INTERNAL)
    }
  })
}

hostile('no worker died except by its limits', async () => {
  const { text } = await test.call({ path: '/metrics' })
  const causes = [...text.matchAll(/^platen_child_deaths_total\{cause="(\w+)"\}/gm)].map(([, cause]) => cause)
  for (const cause of causes) assert.ok(['deadline', 'cpu', 'memory', 'heap'].includes(cause!), cause)
})

hostile.run()
