import { expect, test } from 'vitest'
import { callRpc, callRpcBatch } from '@/server/chains/rpc'
import { openStubs } from '@/server/chains/testing/stubs'
import { healthOf } from './endpoint-health'
import { RPC_LIMITS } from './limits'

const { node, chain, named, ask, passTime } = openStubs(1_000)

test('asks for the chain id once, before the first use', async () => {
  const only = await node({ methods: named('a') })
  const own = chain([{ url: only.url }])
  expect(await ask(own)).toBe('a')
  expect(await ask(own)).toBe('a')
  expect(only.asked).toEqual(['eth_chainId', 'eth_blockNumber', 'web3_clientVersion', 'web3_clientVersion'])
})

test('asks for the chain id again after a few minutes', async () => {
  const only = await node({ methods: named('a') })
  const own = chain([{ url: only.url }])
  await ask(own)
  passTime(RPC_LIMITS.identityEveryMs + 1)
  await ask(own)
  await expect.poll(() => only.asked.filter((method) => method === 'eth_chainId').length).toBe(2)
})

test.each([
  ['a reset', 'reset'],
  ['a page instead of JSON', 'html'],
  ['429', { status: 429, body: '{"jsonrpc":"2.0","id":0,"result":"never read"}' }],
  ['502', { status: 502, body: '<html>' }],
  ['a refused key', { status: 401, body: '{"error":{"code":-32000,"message":"Must be authenticated"}}' }],
] as const)('%s makes the next endpoint answer, and the ones after it too', async (_, mode) => {
  const first = await node({ methods: named('first') })
  const second = await node({ methods: named('second') })
  const own = chain([{ url: first.url }, { url: second.url }])
  expect(await ask(own)).toBe('first')
  first.mode = mode
  expect(await ask(own)).toBe('second')
  const askedBefore = first.asked.length
  expect(await ask(own)).toBe('second')
  expect(first.asked.length).toBe(askedBefore)
})

test.each([
  { code: -32005, message: 'daily request count exceeded, request rate limited' },
  { code: 429, message: 'Your app has exceeded its compute units per second capacity' },
  { code: -32000, message: 'header not found' },
])('another endpoint is asked after: $message', async (error) => {
  const first = await node({ methods: { web3_clientVersion: () => ({ error }) } })
  const second = await node({ methods: named('second') })
  expect(await ask(chain([{ url: first.url }, { url: second.url }]))).toBe('second')
})

test('a revert is an answer, even one that speaks of a rate limit', async () => {
  const error = { code: 3, message: 'execution reverted: rate limit exceeded' }
  const first = await node({ methods: { eth_call: () => ({ error }) } })
  const second = await node({ methods: { eth_call: () => '0x' } })
  const [answer] = await callRpcBatch(chain([{ url: first.url }, { url: second.url }]), [
    { method: 'eth_call', params: [] },
  ])
  expect(answer?.error).toMatchObject(error)
})

test('trouble that every endpoint is in is answered as it is', async () => {
  const methods = { eth_call: () => ({ error: { code: -32000, message: 'header not found' } }) }
  const [first, second] = [await node({ methods }), await node({ methods })]
  const own = chain([{ url: first.url }, { url: second.url }])
  await expect(callRpc(own, 'eth_call', [])).rejects.toMatchObject({ name: 'RpcError', message: 'header not found' })
})

test('an endpoint of another chain is never asked anything else', async () => {
  const wrong = await node({ chainId: 5, methods: named('wrong') })
  const right = await node({ methods: named('right') })
  const own = chain([{ url: wrong.url }, { url: right.url }])
  expect(await ask(own)).toBe('right')
  expect(wrong.asked).toEqual(['eth_chainId', 'eth_blockNumber'])
})

test('alone and of another chain it makes the chain unavailable, until it is right again', async () => {
  const only = await node({ chainId: 5, methods: named('a') })
  const own = chain([{ url: only.url }])
  await expect(ask(own)).rejects.toMatchObject({ name: 'RpcUnavailableError' })
  only.chainId = own.chainId
  await expect(ask(own)).rejects.toMatchObject({ name: 'RpcUnavailableError' })
  passTime(RPC_LIMITS.wrongIdentityEveryMs + 1)
  await expect.poll(() => ask(own).catch(() => null)).toBe('a')
})

test('"no receipt" counts only when no other endpoint has one', async () => {
  const receipt = { transactionHash: '0xaa' }
  const lacking = await node({ methods: { eth_getTransactionReceipt: () => null } })
  const having = await node({
    methods: { eth_getTransactionReceipt: ([hash]) => (hash === '0xaa' ? receipt : null) },
  })
  const own = chain([
    { url: lacking.url, priority: 1 },
    { url: having.url, priority: 2 },
  ])
  const calls = ['0xbb', '0xaa', '0xcc'].map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] }))
  const answers = await callRpcBatch(own, calls)
  expect(answers.map(({ result }) => result)).toEqual([null, receipt, null])
})

test('endpoints that only take sends are never asked', async () => {
  const sendOnly = await node({ methods: named('send') })
  const own = chain([{ url: sendOnly.url, role: 'send_only' }])
  await expect(ask(own)).rejects.toMatchObject({ name: 'RpcUnavailableError' })
  expect(sendOnly.asked).toEqual([])
})

test('answers come in the order of the calls, however the node orders them and however long the list', async () => {
  const only = await node({ methods: { echo: ([value]) => value } })
  const calls = Array.from({ length: 120 }, (_, value) => ({ method: 'echo', params: [value] }))
  const answers = await callRpcBatch(chain([{ url: only.url }]), calls)
  expect(answers.map(({ result }) => result)).toEqual(calls.map(({ params }) => params[0]))
})

test('neither errors nor their causes repeat the part of an address that may be a key', async () => {
  const key = 'kX3J9f0sSecretSecret'
  const only = await node()
  const own = chain([{ url: `${only.url}/v2/${key}?token=${key}` }])
  const words: string[] = []
  for (const mode of [
    { status: 403, body: `{"error":{"code":-32000,"message":"key ${key} is disabled"}}` },
    { status: 200, body: `{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"limit of ${key}"}}` },
    'reset' as const,
  ]) {
    only.mode = mode
    passTime(RPC_LIMITS.maxPauseMs)
    await ask(own).catch((error: unknown) => words.push(String(error)))
    words.push(String(healthOf(own.endpoints[0] ?? { id: '' }).lastFailure))
  }
  only.mode = 'well'
  only.methods = { web3_clientVersion: () => ({ error: { code: -32000, message: `bad ${key}` } }) }
  passTime(RPC_LIMITS.maxPauseMs)
  await ask(own).catch((error: unknown) => words.push(String(error)))
  expect(words).toHaveLength(7)
  expect(words.join('\n')).not.toContain(key)
  expect(words.join('\n')).toContain('bad ***')
})
