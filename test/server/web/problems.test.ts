// Problems of a preview as they are listed.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { groupProblems } from '../../../server/web/template/preview/problem-groups.ts'

const problems = suite('problems of a preview')

problems('what is said of every row of a list is one line; places that can be gone to stay apart', () => {
  const missing = (path: string, message = 'no value for {{date}}') => ({ path, message, code: 'missing-value' })
  const rows = Array.from({ length: 500 }, (_, i) => [
    missing(`rows[${i}].date`),
    missing(`rows[${i}].text`, 'no value for {{text}}'),
  ]).flat()
  const places = [missing('source:1:2', 'x'), missing('source:1:9', 'x'), missing('/content/3', 'y'), missing('/content/4', 'y')]
  const groups = groupProblems([...rows, missing('others[0].date'), ...places])
  assert.equal(
    groups.map(({ first, count }) => [first.path, count]),
    [['rows[0].date', 500], ['rows[0].text', 500], ['others[0].date', 1], ...places.map(({ path }) => [path, 1])],
  )
})

problems.run()
