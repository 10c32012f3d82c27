import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isWellFormed, makeToken } from '../../server/tokens.ts'

const tokens = suite('tokens')

tokens('tokens have 256 random bits and a checksum that detects typos', () => {
  const token = makeToken()
  assert.match(token, /^pdft_[0-9A-Za-z]{49}$/) // 43 + 6
  assert.ok(isWellFormed(token))
  for (let at = 5; at < token.length; at++) {
    const slip = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1)
    assert.not.ok(isWellFormed(slip))
  }
  assert.is(new Set(Array.from({ length: 1000 }, makeToken)).size, 1000)
})

tokens.run()
