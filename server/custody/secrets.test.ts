import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { env } from '@/server/env'
import { propertyRuns } from '@/server/testing/proof'
import { setVariables } from '@/server/testing/set-variables'
import { testEnvironment } from '@/server/testing/test-database'
import { rewrapSecret, sealSecret, unsealSecret } from './secrets'

const use = { purpose: 'project-webhook', owner: 'p1' }
const localKey = () => `local:${randomBytes(32).toString('base64')}`

describe('sealed secrets', () => {
  beforeAll(() => {
    Object.assign(process.env, testEnvironment('postgres://127.0.0.1:9/none'))
  })
  beforeEach(() => {
    setVariables({ CUSTODY_KEK: localKey() })
  })

  it('open for the same purpose and owner only', async () => {
    const text = fc.string({ maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), text, text, text, text, async (secret, purpose, owner, purpose2, owner2) => {
        const sealed = await sealSecret({ purpose, owner }, secret)
        expect(await unsealSecret({ purpose, owner }, sealed).then(Buffer.from)).toEqual(Buffer.from(secret))
        fc.pre(purpose !== purpose2 || owner !== owner2)
        await expect(unsealSecret({ purpose: purpose2, owner: owner2 }, sealed)).rejects.toThrow('cannot be opened')
      }),
      propertyRuns(),
    )
  })

  it('fail on any flipped bit', async () => {
    const sealed = await sealSecret(use, randomBytes(32))
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Uint8Array.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await expect(unsealSecret(use, changed)).rejects.toThrow(/sealed value|CUSTODY_KEK holds no key/)
    }
  })

  it('fail when cut anywhere', async () => {
    const sealed = await sealSecret(use, randomBytes(32))
    for (let length = 0; length < sealed.length; length++) {
      await expect(unsealSecret(use, sealed.subarray(0, length))).rejects.toThrow(/sealed value|CUSTODY_KEK holds/)
    }
  })

  it('open under the former key while CUSTODY_KEK lists it, and move to the new one', async () => {
    const former = env().CUSTODY_KEK
    const secret = randomBytes(40)
    const sealed = await sealSecret(use, secret)
    expect(await rewrapSecret(use, sealed)).toBeNull()

    const next = localKey()
    setVariables({ CUSTODY_KEK: `${next},${former}` })
    expect(Buffer.from(await unsealSecret(use, sealed))).toEqual(secret)
    const moved = await rewrapSecret(use, sealed)

    setVariables({ CUSTODY_KEK: next })
    expect(Buffer.from(await unsealSecret(use, moved ?? sealed))).toEqual(secret)
    await expect(unsealSecret(use, sealed)).rejects.toThrow('CUSTODY_KEK holds no key local:')
  })

  it('refuse a key that is not 32 bytes or of no known provider, without repeating it', async () => {
    setVariables({ CUSTODY_KEK: 'local:c2hvcnQ=' })
    await expect(sealSecret(use, randomBytes(8))).rejects.toThrow(/^CUSTODY_KEK is wrong \(local: takes 32 bytes/)
    setVariables({ CUSTODY_KEK: 'vault:abcdef' })
    await expect(sealSecret(use, randomBytes(8))).rejects.toThrow(/^CUSTODY_KEK is wrong \(each key is/)
  })
})
