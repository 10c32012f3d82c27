import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DEFAULT_SCOPES, hasScope, isWellFormed, makeToken, SCOPES, type TokenScope } from '../../server/tokens.ts'

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

tokens('a scope allows itself and what it implies, and nothing else', () => {
  const allowed = (...granted: readonly TokenScope[]): readonly TokenScope[] => SCOPES.filter((scope) => hasScope(granted, scope))
  assert.equal(allowed(), [])
  assert.equal(allowed('templates:read'), ['read', 'templates:read'])
  assert.equal(allowed('templates:write'), ['read', 'templates:read', 'templates:write'])
  assert.equal(allowed('templates:publish'), ['read', 'templates:read', 'templates:publish'])
  for (const scope of ['render', 'read', 'assets:write', 'render:any', 'jobs', 'requests:read'] as const)
    assert.equal(allowed(scope), [scope])
  assert.equal(allowed(...DEFAULT_SCOPES), ['render', 'read'])
  assert.equal(allowed(...SCOPES), SCOPES)
  assert.ok(hasScope(['assets:write'], 'templates:read', 'assets:write'))
  assert.not.ok(hasScope(['render', 'read'], 'templates:read', 'assets:write'))
})

tokens.run()
