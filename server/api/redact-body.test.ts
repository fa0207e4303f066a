import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactBody } from './redact-body'

const CANARY = 'canary-of-a-secret'
const secretName = fc.constantFrom(
  'webhookSecret',
  'client_secret',
  'signingSecret',
  'access_token',
  'API-Key',
  'Password',
)

describe('redactBody', () => {
  it('keeps no secret at any depth', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), secretName, fc.integer({ min: 0, max: 5 }), (beside, name, depth) => {
        let body: unknown = { beside, [name]: CANARY }
        for (let level = 0; level < depth; level++) body = level % 2 ? { inner: body } : [body, 1]
        expect(redactBody(JSON.stringify(body)) ?? '').not.toContain(CANARY)
      }),
    )
  })

  it('leaves everything else as it was sent', () => {
    const body = { amount: '1.5', waitForCompletion: true, items: [1, null, 'x'], secretary: 'kept' }
    expect(JSON.parse(redactBody(Buffer.from(JSON.stringify(body))) ?? '')).toEqual(body)
  })

  it('tells a long text by its beginning and its length', () => {
    const kept = redactBody(JSON.stringify({ transaction: { data: `0x${'ab'.repeat(4_000)}` } })) ?? ''
    expect(kept).toContain('0xabab')
    expect(kept).toContain('(8002 characters)')
    expect(kept.length).toBeLessThan(400)
  })

  it.each(['', '{', 'key=value', JSON.stringify(Array.from({ length: 5_000 }, () => 1))])(
    'keeps nothing of %.20s',
    (body) => {
      expect(redactBody(body)).toBeNull()
    },
  )

  it('writes no character a database cannot hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
        const kept = redactBody(JSON.stringify({ text: `\u0000\ud800${text}` })) ?? ''
        expect(kept).not.toContain('\u0000')
        expect(kept).not.toMatch(/\p{Cs}/u)
      }),
    )
  })
})
