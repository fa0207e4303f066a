import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createClient } from './client'
import * as errors from './errors'
import { answer, done, fakeApi, refused } from './fake-api.test-data'

const reset = new TypeError('fetch failed')

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

  test('where nothing responds, the error names the host', async () => {
    const api = fakeApi([reset], { maxRetries: 0 })
    await expect(api.client.getBalance()).rejects.toThrow(/^No response from https?:\/\/[\w.:]+$/)
    expect(() => createClient({ apiKey: 'sk_live_x', baseUrl: 'localhost:3000' })).toThrow(
      'baseUrl must be an https URL, or http on localhost',
    )
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
