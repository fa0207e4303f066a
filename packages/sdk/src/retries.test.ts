import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import * as errors from './errors'
import { done, fakeApi, type Reply, refused } from './fake-api.test-data'

const transfer = { fromAddress: 0, toAddress: '0xaa', amount: '1', chainType: 'EVM', chainId: 84532 } as const
const reset = new TypeError('fetch failed')

describe('retries', () => {
  /**
   * The first answer; whether a read, a write with a key and a write without one are sent again; and after how long.
   */
  const TABLE: [name: string, first: () => Reply, read: boolean, keyed: boolean, bare: boolean, waitMs: number][] = [
    ['no answer', () => reset, true, true, false, 500],
    ['429', () => refused(429, 'rate_limited', { retryAfter: 7 }), true, true, true, 7_500],
    ['503', () => refused(503, 'unavailable'), true, true, true, 500],
    ['503 with a time', () => refused(503, 'unavailable', { retryAfter: 2 }), true, true, true, 2_500],
    ['502 of a proxy', () => new Response('<html>', { status: 502 }), true, true, false, 500],
    [
      '504 of a proxy',
      () => new Response('', { status: 504, headers: { 'retry-after': '3' } }),
      true,
      true,
      false,
      3_500,
    ],
    ['429 for more than a minute', () => refused(429, 'quota_exceeded', { retryAfter: 61 }), false, false, false, 0],
    ['400', () => refused(400, 'validation_failed'), false, false, false, 0],
    ['402', () => refused(402, 'balance_insufficient'), false, false, false, 0],
    ['403', () => refused(403, 'capability_missing'), false, false, false, 0],
    ['404', () => refused(404, 'wallet_not_found'), false, false, false, 0],
    ['409', () => refused(409, 'reference_used'), false, false, false, 0],
    ['422', () => refused(422, 'simulation_failed'), false, false, false, 0],
    ['500', () => refused(500, 'internal'), false, false, false, 0],
    [
      'a redirect',
      () => new Response('', { status: 302, headers: { location: 'https://x.example' } }),
      false,
      false,
      false,
      0,
    ],
  ]
  const CALLS = {
    read: (api: ReturnType<typeof fakeApi>) => api.client.getBalance(),
    'write with a key': (api: ReturnType<typeof fakeApi>) => api.client.createTransfer(transfer),
    'write without a key': (api: ReturnType<typeof fakeApi>) => api.client.deactivateWallet({ walletId: 'w' }),
  }
  const cases = TABLE.flatMap(([name, first, read, keyed, bare, waitMs]) =>
    Object.entries(CALLS).map(([kind, call], index) => ({
      name: `${name}, ${kind}`,
      first,
      call,
      isRepeated: [read, keyed, bare][index],
      waitMs,
    })),
  )

  test.each(cases)('$name', async ({ first, call, isRepeated, waitMs }) => {
    const api = fakeApi([first(), done('the data')])
    if (isRepeated) expect(await call(api)).toBe('the data')
    else await expect(call(api)).rejects.toBeInstanceOf(errors.SlipwayError)
    expect(api.waits).toEqual(isRepeated ? [waitMs] : [])
    expect(new Set(api.seen.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  })

  test('waits twice as long each time, to 8 seconds at most, and gives up with the last error', async () => {
    const api = fakeApi(
      Array.from({ length: 8 }, () => reset),
      { maxRetries: 7 },
    )
    await expect(api.client.getBalance()).rejects.toBeInstanceOf(errors.ConnectionError)
    expect(api.waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
  })

  test('two are made unless a client or a call says otherwise', async () => {
    const times = async (options: object, call: object) => {
      const api = fakeApi(
        Array.from({ length: 9 }, () => reset),
        options,
      )
      await expect(api.client.getBalance({}, call)).rejects.toThrow()
      return api.seen.length
    }
    expect(await times({}, {})).toBe(3)
    expect(await times({ maxRetries: 0 }, {})).toBe(1)
    expect(await times({ maxRetries: 0 }, { maxRetries: 4 })).toBe(5)
  })
})

describe('idempotency keys', () => {
  test('one is made for each call, whatever comes of it, and the error tells it', async () => {
    const api = fakeApi([reset, reset, reset, done({})])
    const error = await api.client.createTransfer(transfer).catch((thrown: unknown) => thrown)
    await api.client.createTransfer(transfer)
    const keys = api.seen.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys).toEqual([keys[0], keys[0], keys[0], expect.not.stringMatching(String(keys[0]))])
    expect(error).toMatchObject({ operation: 'createTransfer', idempotencyKey: keys[0] })
  })

  test("the caller's own is sent, also with retries off", async () => {
    const api = fakeApi([done({})], { maxRetries: 0 })
    await api.client.createTransfer(transfer, { idempotencyKey: 'payout-7' })
    expect(api.seen[0]?.headers.get('idempotency-key')).toBe('payout-7')
  })

  test('an operation that takes none gets none', async () => {
    const api = fakeApi([done({}), done(null)])
    await api.client.getBalance({}, { idempotencyKey: 'x' })
    await api.client.deactivateWallet({ walletId: 'w' }, { idempotencyKey: 'x' })
    expect(api.seen.map(({ headers }) => headers.get('idempotency-key'))).toEqual([null, null])
  })

  test('whatever fails, a write has one key at all its attempts and reaches the API no more often than allowed', async () => {
    const failure = fc.constantFrom<() => Reply>(
      () => reset,
      () => refused(429, 'rate_limited', { retryAfter: 1 }),
      () => refused(503, 'unavailable'),
      () => new Response('', { status: 504 }),
      () => refused(401, 'token_unknown'),
      () => refused(422, 'simulation_failed'),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(failure, { maxLength: 6 }),
        fc.integer({ min: 0, max: 4 }),
        async (failures, maxRetries) => {
          const api = fakeApi([...failures.map((make) => make()), done({ id: 't' })], { maxRetries })
          const ended = await api.client.createTransfer(transfer).then(
            () => 'done',
            (error: unknown) => (error instanceof errors.SlipwayError ? 'refused' : error),
          )
          expect(['done', 'refused']).toContain(ended)
          const keys = new Set(api.seen.map(({ headers }) => headers.get('idempotency-key')))
          expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
          // Each attempt may be made again with a renewed token.
          expect(api.seen.length).toBeLessThanOrEqual(2 * (maxRetries + 1))
        },
      ),
      propertyRuns(),
    )
  })
})
