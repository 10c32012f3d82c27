// What holds for every document, from its source to the page: every text once and in order, nothing outside of its page, heads on all pages of their tables,
// sums that add up, and an end within the budget.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { faultsOf } from './support/random/random-documents.ts'
import { randomDocument, randomDocumentInWritingModes, randomDocumentOnUnlikePages } from './support/random/random-html.ts'

/** `test/long/` tries others, and more. */
const DOCUMENTS = 500

const properties = suite('properties')

properties(`hold in ${DOCUMENTS} random documents`, () => {
  assert.equal(faultsOf(randomDocument, { first: 1, count: DOCUMENTS }), [])
})

properties(`hold in ${DOCUMENTS / 2} random documents on pages of different widths`, () => {
  assert.equal(faultsOf(randomDocumentOnUnlikePages, { first: 1, count: DOCUMENTS / 2 }), [])
})

properties('place absolute boxes of a table once where the rest of it is laid out for another width', () => {
  assert.equal(faultsOf(randomDocumentOnUnlikePages, { first: 702_466, count: 1 }), [])
})

properties('lay out what remains of a cut row anew beside absolute boxes, which go with their cells', () => {
  assert.equal(faultsOf(randomDocumentOnUnlikePages, { first: 3_008_922, count: 1 }), [])
  assert.equal(faultsOf(randomDocumentInWritingModes, { first: 3_004_654, count: 1 }), [])
})

properties('keep boxes at the bottom of a cell that is cut, whose content ended before', () => {
  assert.equal(faultsOf(randomDocumentInWritingModes, { first: 3_110_101, count: 1 }), [])
})

properties('break a caption below that is tall only on a later page, below the repeated head', () => {
  assert.equal(faultsOf(randomDocumentOnUnlikePages, { first: 3_100_534, count: 1 }), [])
})

properties.run()
