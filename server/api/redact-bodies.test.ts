import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { parseJson } from './parse-json'
import { redactBodies } from './redact-bodies'

const CANARY = 'canary "of" a secret\u0007'
const secretName = fc.constantFrom(
  'webhookSecret',
  'client_secret',
  'signingSecret',
  'access_token',
  'API-Key',
  'Password',
)
/** As the pipeline hands a body over. */
function parsed(text: string): unknown {
  try {
    return parseJson(Buffer.from(text))
  } catch {
    return undefined
  }
}
const request = (body: unknown) => redactBodies({ request: parsed(JSON.stringify(body)), response: null }).requestBody

describe('redactBodies', () => {
  it('keeps no secret at any depth', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), secretName, fc.integer({ min: 0, max: 5 }), (beside, name, depth) => {
        let body: unknown = { beside, [name]: CANARY }
        for (let level = 0; level < depth; level++) body = level % 2 ? { inner: body } : [body, 1]
        expect(request(body) ?? '').not.toContain('canary')
      }),
      propertyRuns(),
    )
  })

  it('keeps none that stands a second time: as a name, in another text, in what the refusal says', () => {
    const body = { webhookSecret: CANARY, [CANARY]: 1, note: `it is ${CANARY}` }
    const response = JSON.stringify({ message: 'Validation failed', errors: [`${CANARY}: unknown field`] })
    const kept = redactBodies({ request: parsed(JSON.stringify(body)), response })
    expect(JSON.stringify(kept)).not.toContain('canary')
    expect(JSON.parse(kept.responseBody ?? '')).toEqual({
      message: 'Validation failed',
      errors: ['[redacted]: unknown field'],
    })
  })

  it('keeps no secret of a short body, however its name is written', () => {
    for (const name of ['webhook_Secret', 'ACCESS-TOKEN', 'Pass_word', 'authorization'])
      for (const value of ['canary', 7, { canary: 1 }, ['canary']])
        expect(request({ [name]: value })).toBe(JSON.stringify({ [name]: '[redacted]' }))
  })

  it('leaves everything else as it was sent', () => {
    const body = { amount: '1.5', waitForCompletion: true, items: [1, null, 'x'], secretary: 'kept' }
    expect(JSON.parse(request(body) ?? '')).toEqual(body)
  })

  it('tells a long text by its beginning and its length', () => {
    const kept = request({ transaction: { data: `0x${'ab'.repeat(4_000)}` } }) ?? ''
    expect(kept).toContain('0xabab')
    expect(kept).toContain('(8002 characters)')
    expect(kept.length).toBeLessThan(400)
  })

  it.each([
    '',
    '{',
    'key=value',
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    '{"a":"\\u0000"}',
    JSON.stringify(Array.from({ length: 5_000 }, () => 1)),
  ])('keeps nothing of %.20s', (body) => {
    expect(redactBodies({ request: parsed(body), response: body })).toEqual({
      requestBody: null,
      responseBody: null,
    })
  })

  it('writes no character a database cannot hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
        const kept = request({ text: `\u0000\ud800${text}` }) ?? ''
        expect(kept).not.toContain('\u0000')
        expect(kept).not.toMatch(/\p{Cs}/u)
      }),
      propertyRuns(),
    )
  })
})
