import { connect } from 'node:net'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLog, indexerSubscriptions, ipAllowlist, wallets, webhookEndpoints } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { type Caller, newCaller } from '@/server/testing/callers'
import { DOOR_NAMES, openDoors, type Sent } from '@/server/testing/doors'
import { openDatabase } from '@/server/testing/open-database'
import { someOf } from '@/server/testing/proof'

openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
let caller: Caller
beforeAll(async () => {
  doors = await openDoors()
  caller = await newCaller()
})
afterAll(async () => {
  await doors.close()
})

const BODIES: [string, string][] = [
  ['no JSON', '{"chainType":'],
  ['nothing at all', ''],
  ['a list', '[]'],
  ['null', 'null'],
  ['a duplicate key', '{"chainType":"EVM","chainType":"SOLANA"}'],
  ['a NUL', '{"chainType":"EVM","purpose":"a\\u0000b"}'],
  ['a lone surrogate', '{"chainType":"EVM","purpose":"\\ud800"}'],
  ['__proto__', '{"chainType":"EVM","__proto__":{"count":200}}'],
  ['a number out of range', '{"chainType":"EVM","count":1e400}'],
  ['a deep nest', `{"chainType":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ['a fraction', '{"chainType":"EVM","count":1.5}'],
  ['too many', '{"chainType":"EVM","count":201}'],
  ['another kind', '{"chainType":["EVM"]}'],
]
const PATHS = [
  '/v1/wallet/hd/generate',
  '/v1/wallet/transaction',
  '/v1/wallet/hd/sign',
  '/v1/projects/ip-whitelist',
  '/v1/projects/keys/rotate',
  '/v1/indexer/subscriptions',
  '/v1/webhooks/endpoints',
]

const INDEXES = [
  'a%00b',
  '%zz',
  '..%2f..%2fetc',
  "1';drop table wallets;--",
  '0x1',
  '1e3',
  '-1',
  '99999999999999999999',
]
const HISTORY_QUERIES = [
  'limit=0',
  'limit=101',
  'limit=abc',
  'offset=-1',
  'limit=1&limit=2',
  'status=DONE',
  'status=%00',
]
const DEPOSIT_QUERIES = [
  'limit=0',
  'cursor=1',
  'stage=done',
  'tokenAddress=0x1',
  'walletId=x',
  'chainId=0',
  'from=yesterday',
  'to=2026',
  'offset=1',
]
const PRODUCT_IDS = ['0', '-1', 'abc', '1.5', '99999999999', '%00']

/** All of its body is optional: nothing at all is as good as `{}` there (`read-input.test.ts`). */
const NEEDS_NO_BODY = ['/v1/projects/keys/rotate']

/**
 * All bodies for one path: they are parsed before the endpoint has them. Every other path gets some bodies, for its own
 * schema.
 */
const CASES = PATHS.flatMap((path, index) =>
  (index === 0 ? BODIES : someOf(BODIES, 2))
    .filter(([, body]) => body !== '' || !NEEDS_NO_BODY.includes(path))
    .map(([what, body]) => [path, what, body] as const),
)

describe.each(DOOR_NAMES)('through %s', (name) => {
  /** Queries and parameters are parsed behind both doors by the same code: through Next's one of a kind goes. */
  const some = (cases: string[]) => (name === 'the front server' ? cases : someOf(cases, 1))

  const send = (sent: Sent) =>
    doors.open[name].send({
      ...sent,
      headers: { authorization: `Bearer ${caller.token}`, 'idempotency-key': v7(), ...sent.headers },
    })

  test.each(CASES)('POST %s refuses %s and changes nothing', async (path, _what, body) => {
    const answer = await send({ method: 'POST', path, body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ status: false, message: expect.stringMatching(/\w/) })
    for (const table of [wallets, ipAllowlist, indexerSubscriptions, webhookEndpoints, auditLog]) {
      // The one row is the key the caller was made with.
      const rows = await workerCtx().db.select().from(table)
      expect(rows.length).toBe(table === auditLog ? 1 : 0)
    }
  })

  test('refuses more than 256 KiB', async () => {
    const body = JSON.stringify({ chainType: 'EVM', purpose: 'x'.repeat(300_000) })
    const answer = await send({ method: 'POST', path: '/v1/wallet/hd/generate', body })
    expect([answer.status, answer.body.message]).toEqual([400, 'Request body is larger than 256 KiB'])
  })

  test.each(['/v1/nope', '/v1/wallet', '/v1/wallet/hd/', '/v1/products/1'])('knows no path %s', async (path) => {
    const answer = await send({ method: 'GET', path })
    expect([answer.status, answer.body]).toEqual([
      404,
      { status: false, message: 'Path not found', code: 'path_unknown' },
    ])
    expect(answer.headers.get('x-request-id')).toBeTruthy()
  })

  test('says which methods a path takes', async () => {
    const answer = await send({ method: 'PUT', path: '/v1/projects/ip-whitelist', body: {} })
    expect([answer.status, answer.body]).toEqual([
      405,
      { status: false, message: 'Method not allowed', code: 'method_not_allowed' },
    ])
    expect(answer.headers.get('allow')).toBe('POST, GET')
  })

  test.each(some(INDEXES))('finds nothing under the index %s', async (index) => {
    const answer = await send({ method: 'GET', path: `/v1/wallet/hd/address-index/${index}` })
    expect([400, 404]).toContain(answer.status)
  })

  test.each(some(HISTORY_QUERIES))('refuses the query %s', async (query) => {
    const answer = await send({ method: 'GET', path: `/v1/wallet/transaction/history?${query}` })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe('Validation failed')
  })

  test.each(some(DEPOSIT_QUERIES))('refuses deposits by %s', async (query) => {
    const answer = await send({ method: 'GET', path: `/v1/wallet/deposits?${query}` })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe('Validation failed')
  })

  test.each(some(PRODUCT_IDS))('wants a valid productId instead of %s', async (id) => {
    const answer = await send({ method: 'GET', path: `/v1/subscriptions/plans/product/${id}` })
    expect([400, 404]).toContain(answer.status)
    if (answer.status === 400) expect(answer.body.message).toBe('a valid productId is required')
  })
})

test('survives requests that are barely HTTP', async () => {
  const { port } = new URL(doors.baseUrl)
  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(text))
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
    })
  // A whole URL is a target like any other (RFC 9112, 3.2.2): what stands before its path counts for nothing.
  expect(
    await raw('GET http://elsewhere.example/v1/products HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  ).toContain('401')
  expect(await raw('GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain('400')
  expect(await raw('GET /v1/products?%zz=%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain('401')
  expect(await raw('nonsense\r\n\r\n')).toContain('400')
  expect((await doors.open['the front server'].send({ method: 'GET', path: '/v1/openapi.json' })).status).toBe(200)
})
