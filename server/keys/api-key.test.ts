import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { formatApiKey, parseApiKey } from './api-key'

test('reads back the environment of every key it writes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.constantFrom('live' as const, 'test' as const),
      (random, environment) => {
        const key = formatApiKey(environment, random)
        expect(key).toMatch(/^sk_(live|test)_[0-9A-Za-z]{49}$/)
        expect(parseApiKey(key)).toBe(environment)
      },
    ),
    propertyRuns(),
  )
})

test('refuses a key with any one character changed', () => {
  const key = formatApiKey('live', randomBytes(32))
  for (let index = 8; index < key.length; index++) {
    const changed = key.slice(0, index) + (key[index] === 'a' ? 'b' : 'a') + key.slice(index + 1)
    expect(parseApiKey(changed)).toBeNull()
  }
})
