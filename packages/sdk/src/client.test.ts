import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { createClient } from './client'
import * as errors from './errors'
import { answer, done, fakeApi, type Reply, refused } from './fake-api.test-data'

const transfer = { fromAddress: 0, toAddress: '0xaa', amount: '1', chainType: 'EVM', chainId: 84532 } as const
const reset = new TypeError('fetch failed')

async function itemsOf<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) items.push(item)
  return items
}

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
          // Each attempt may be made once more with a renewed token.
          expect(api.seen.length).toBeLessThanOrEqual(2 * (maxRetries + 1))
        },
      ),
      propertyRuns(),
    )
  })
})

describe('tokens', () => {
  test('one is fetched for calls that begin together and is used until a minute before its end', async () => {
    const api = fakeApi(Array.from({ length: 7 }, () => done({})))
    await Promise.all([1, 2, 3, 4].map(() => api.client.getBalance()))
    api.world.nowMs += 539_000
    await api.client.getBalance()
    expect(api.world.tokens).toBe(1)
    api.world.nowMs += 2_000
    await api.client.getBalance()
    expect(api.world.tokens).toBe(2)
    expect(api.seen.at(-1)?.headers.get('authorization')).toBe('Bearer token-2')
  })

  test('one that is refused is renewed once for a call', async () => {
    const api = fakeApi([
      refused(401, 'token_unknown'),
      done('data'),
      refused(401, 'token_unknown'),
      refused(401, 'token_unknown'),
    ])
    expect(await api.client.getBalance()).toBe('data')
    await expect(api.client.getBalance()).rejects.toBeInstanceOf(errors.AuthenticationError)
    expect(api.seen).toHaveLength(4)
    expect(api.world.tokens).toBe(3)
  })

  test('a store keeps it between clients', async () => {
    let kept: { accessToken: string; expiresAt: number } | null = null
    const tokenStore = {
      get: () => kept,
      set: (token: typeof kept) => {
        kept = token
      },
    }
    const first = fakeApi([done({})], { tokenStore })
    await first.client.getBalance()
    const second = fakeApi([done({})], { tokenStore })
    await second.client.getBalance()
    expect([first.world.tokens, second.world.tokens]).toEqual([1, 0])
  })

  test('neither the key nor a token is in the client as text, nor in an error', async () => {
    const api = fakeApi([refused(403, 'capability_missing')])
    const error: unknown = await api.client.getBalance().catch((thrown: unknown) => thrown)
    for (const text of [
      inspect(api.client, { depth: 9, showHidden: true }),
      JSON.stringify(api.client),
      inspect(error),
    ])
      expect(text).not.toMatch(/sk_live_secret|token-1/)
  })
})

describe('errors', () => {
  test.each([
    [400, 'ValidationError'],
    [401, 'AuthenticationError'],
    [402, 'PaymentRequiredError'],
    [403, 'PermissionError'],
    [404, 'NotFoundError'],
    [409, 'ConflictError'],
    [418, 'ApiError'],
    [422, 'OperationFailedError'],
    [429, 'RateLimitError'],
    [500, 'ApiError'],
    [503, 'UnavailableError'],
  ] as const)('%s is a %s with its cause', async (status, name) => {
    const body = { param: 'amount', errors: ['amount: is too large'], retryAfter: 99, data: { id: 't' } }
    const api = fakeApi([refused(status, 'some_code', body), refused(status, 'some_code', body)])
    const error: unknown = await api.client.getBalance().catch((thrown: unknown) => thrown)
    expect(Object(error).constructor.name).toBe(name)
    expect(error).toBeInstanceOf(errors.ApiError)
    expect(errors.hasCode(error, 'some_code')).toBe(true)
    expect(error).toMatchObject({
      name,
      status,
      code: 'some_code',
      requestId: 'req-1',
      operation: 'getBalance',
      ...body,
    })
  })

  test('the form of the token endpoint is read too', async () => {
    const fetch = async () => answer(401, { error: 'invalid_client', error_description: 'Who is that?' })
    const client = createClient({ apiKey: 'sk_live_x', baseUrl: 'http://localhost:3000/v1', fetch })
    await expect(client.getBalance()).rejects.toMatchObject({ code: 'invalid_client', message: /Who is that/ })
  })

  test('what is not JSON is no answer', async () => {
    const api = fakeApi([new Response('<html>')], { maxRetries: 0 })
    await expect(api.client.getBalance()).rejects.toBeInstanceOf(errors.ConnectionError)
  })
})

describe('ending a call', () => {
  test('a signal ends it before, during and between attempts', async () => {
    const before = fakeApi([done({})])
    await expect(before.client.getBalance({}, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(
      errors.AbortedError,
    )
    expect(before.seen).toEqual([])

    const ending = new AbortController()
    const during = fakeApi([
      () => {
        ending.abort(new Error('enough'))
        throw reset
      },
    ])
    const error: unknown = await during.client
      .getBalance({}, { signal: ending.signal })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(errors.AbortedError)
    expect(error).toMatchObject({ cause: { message: 'enough' } })
    expect(during.seen).toHaveLength(1)
  })

  test('an attempt that takes too long is a TimeoutError', async () => {
    const hanging = (_input: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    const client = createClient({
      apiKey: 'k',
      baseUrl: 'https://api.example.com',
      fetch: hanging,
      timeoutMs: 1,
      maxRetries: 0,
    })
    await expect(client.getJwks()).rejects.toBeInstanceOf(errors.TimeoutError)
  })
})

describe('requests', () => {
  test('fields go to the path, to the query and to the body', async () => {
    const api = fakeApi([done({}), done({}), done([])])
    await api.client.mintToken({ id: 'a/b', to: '0xaa', amount: '1' })
    await api.client.listWallets({ page: 2, chainType: undefined })
    await api.client.subscribe({ providerType: 'FIAT', purpose: 'WALLET_TOPUP', amountUsd: 5 })
    expect(api.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/v1/tokens/a%2Fb/mint', { to: '0xaa', amount: '1' }],
      ['GET', '/v1/wallet/hd?page=2', ''],
      ['POST', '/v1/payments/subscribe?providerType=FIAT', { purpose: 'WALLET_TOPUP', amountUsd: 5 }],
    ])
  })

  test('an object in the query is sent as one parameter a key', async () => {
    const api = fakeApi([done({}), done({})])
    await api.client.listWallets({ metadata: { customer: 'a&b', order: '5' } })
    await api.client.listWallets({ metadata: undefined })
    const sent = api.seen.map(({ path }) => [...new URL(path, 'http://x.test').searchParams])
    const pairs = [
      ['metadata[customer]', 'a&b'],
      ['metadata[order]', '5'],
    ]
    expect(sent).toEqual([pairs, []])
  })

  test.each(['', '.', '..', undefined])(
    'an id that would name another path is refused before it is sent: %j',
    async (id) => {
      const api = fakeApi([])
      // @ts-expect-error: programs without types send it.
      await expect(api.client.getTransaction({ id })).rejects.toBeInstanceOf(TypeError)
      expect(api.seen).toEqual([])
    },
  )

  test.each(['http://api.example.com', 'https://user@api.example.com', 'https://api.example.com/?a=1', 'nothing'])(
    'a base URL that would show the key is refused: %s',
    (baseUrl) => expect(() => createClient({ apiKey: 'k', baseUrl })).toThrow(TypeError),
  )

  test('`call` answers what stands around the data', async () => {
    const api = fakeApi([
      answer(202, { status: true, message: 'Accepted', data: { id: 't' } }, { 'idempotent-replayed': 'true' }),
    ])
    expect(await api.client.call('createTransfer', transfer)).toEqual({
      ...{ data: { id: 't' }, status: 202, message: 'Accepted', requestId: 'req-1', isReplay: true, beside: {} },
    })
  })
})

describe('lists', () => {
  test('pages, offsets and cursors are followed, and what was read is asked for once', async () => {
    const pages = fakeApi([
      done({ items: [1, 2], total: 3, page: 1, pageSize: 2 }),
      done({ items: [3], total: 3, page: 2, pageSize: 2 }),
      done({ items: [1], pagination: { nextOffset: 1 } }),
      done({ items: [2], pagination: { nextOffset: null } }),
      done({ items: [1], pagination: { nextCursor: 'c' } }),
      done({ items: [2], pagination: { nextCursor: null } }),
      done({ data: [1], meta: { total: 2, page: 1, limit: 1 } }),
      done({ data: [2], meta: { total: 2, page: 2, limit: 1 } }),
    ])
    const { client } = pages
    expect(await itemsOf(client.listWallets({ pageSize: 2 }))).toEqual([1, 2, 3])
    expect(await itemsOf(client.listTransactions({ limit: 1 }))).toEqual([1, 2])
    expect(await itemsOf(client.listDeposits({ limit: 1 }))).toEqual([1, 2])
    expect(await itemsOf(client.listIndexerLogs({ limit: 1 }))).toEqual([1, 2])
    expect(pages.seen.map(({ path }) => path.split('?')[1])).toEqual([
      ...['pageSize=2', 'page=2&pageSize=2', 'limit=1', 'limit=1&offset=1'],
      ...['limit=1', 'cursor=c&limit=1', 'limit=1', 'page=2&limit=1'],
    ])
  })

  test('awaited, a list is its page', async () => {
    const api = fakeApi([done({ items: [1], total: 9, page: 1, pageSize: 1 })])
    expect(await api.client.listWallets()).toMatchObject({ total: 9 })
    expect(api.seen).toHaveLength(1)
  })
})

describe('waitFor', () => {
  const pending = { id: 't', status: 'PENDING' } as never

  test('reads a transaction until it has ended', async () => {
    const api = fakeApi([done({ id: 't', status: 'PENDING', stage: 'mined' }), done({ id: 't', status: 'COMPLETED' })])
    const stages: unknown[] = []
    expect(await api.client.waitFor(pending, { onChange: (record) => stages.push(record) })).toMatchObject({
      status: 'COMPLETED',
    })
    expect(api.waits).toEqual([2_500, 2_500])
    expect(stages).toHaveLength(2)
  })

  test('throws the record that has failed, also of a token', async () => {
    const failed = { tokenId: 'k', operationRef: 'r', status: 'FAILED', error: 'reverted' }
    const api = fakeApi([done(failed)])
    const error: unknown = await api.client
      .waitFor({ ...failed, status: 'PENDING' } as never)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(errors.TransactionFailedError)
    expect(error).toMatchObject({ record: failed, message: 'reverted' })
    expect(api.seen[0]?.path).toBe('/v1/tokens/k/operations/r')
  })

  test('gives up after its time', async () => {
    const api = fakeApi(Array.from({ length: 5 }, () => done({ id: 't', status: 'PENDING' })))
    await expect(api.client.waitFor(pending, { timeoutMs: 9_000 })).rejects.toBeInstanceOf(errors.TimeoutError)
    expect(api.seen).toHaveLength(4)
  })
})
