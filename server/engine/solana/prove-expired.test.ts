import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { judgeExpired, readExpiredBlockhashes } from './prove-expired'

/** The number of blocks in which a blockhash is valid. */
const LIFE = 150
const height = fc.integer({ min: 0, max: 1_000 })

/**
 * A chain and its endpoints. Each endpoint lags behind the tip, and its finalized block lags behind its newest. All
 * know the block of the blockhash.
 */
const world = fc
  .record({
    born: height,
    age: fc.integer({ min: 0, max: 400 }),
    lags: fc.array(fc.record({ behind: height, finality: height }), { minLength: 1, maxLength: 4 }),
    /** The last valid block according to the engine; any number, because the engine is not trusted. */
    named: fc.integer({ min: 0, max: 2_000 }),
    isFound: fc.boolean(),
  })
  .map(({ born, age, lags, ...rest }) => {
    const tip = born + age
    const endpoints = lags.map(({ behind, finality }) => {
      const newest = Math.max(born, tip - behind)
      return { newest, finalized: Math.max(0, newest - finality) }
    })
    return { born, tip, endpoints, ...rest }
  })

test('a signature that can still land never counts as expired, whatever last block the engine named', () => {
  fc.assert(
    fc.property(world, ({ born, tip, endpoints, named, isFound }) => {
      const isValidAt = (block: number) => ({ value: born <= block && block <= born + LIFE })
      const responses = endpoints.map(({ newest, finalized }) => ({
        height: BigInt(finalized),
        expiredBlockhashes: new Set(readExpiredBlockhashes(['hash'], [isValidAt(finalized), isValidAt(newest)])),
      }))
      const form = { signature: 'signature', lastValidBlockHeight: BigInt(named) }
      const expired = judgeExpired([{ current: form, attempts: [form] }], {
        responses,
        found: new Map(isFound ? [['signature', 'there']] : []),
        signatures: ['signature'],
        blockhashes: new Map([['signature', 'hash']]),
        needed: Math.min(2, endpoints.length),
      })
      if (isFound || tip <= born + LIFE) expect(expired).toEqual([])
    }),
    propertyRuns(300),
  )
})
