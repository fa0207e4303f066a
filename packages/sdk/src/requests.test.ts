import { describe, expect, test } from 'vitest'
import { createClient } from './client'
import * as errors from './errors'
import { answer, done, fakeApi } from './fake-api.test-data'

const transfer = { fromAddress: 0, toAddress: '0xaa', amount: '1', chainType: 'EVM', chainId: 84532 } as const

async function itemsOf<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) items.push(item)
  return items
}

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
