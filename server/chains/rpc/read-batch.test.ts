import { afterEach, expect, test, vi } from 'vitest'
import { callRpc, callRpcBatch } from '../rpc'
import { chainOf } from '../testing/chain-of'
import { type StubNode, startStubNode } from '../testing/stub-node'
import { healthOf } from './endpoint-health'
import { RPC_LIMITS } from './limits'

const nodes: StubNode[] = []
let nextChain = 1_000

async function node(options: Parameters<typeof startStubNode>[0] = {}): Promise<StubNode> {
  const started = await startStubNode({ chainId: nextChain, ...options })
  nodes.push(started)
  return started
}

/** A chain of its own number, so that no test sees another's heads. */
function chain(endpoints: Parameters<typeof chainOf>[0]) {
  const made = chainOf(endpoints, { chainId: nextChain })
  nextChain += 1
  return made
}

const named = (name: string) => ({ web3_clientVersion: () => name })
const ask = (of: ReturnType<typeof chain>) => callRpc(of, 'web3_clientVersion', [])

afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(nodes.splice(0).map((one) => one.close()))
})

/** Lets the clock of the breaker and the checks run ahead; sockets keep the real one. */
function passTime(ms: number): void {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + ms })
}

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

test('stays with the endpoint of first priority while it is well', async () => {
  const second = await node({ methods: named('second') })
  const first = await node({ methods: named('first') })
  const own = chain([
    { url: first.url, priority: 1 },
    { url: second.url, priority: 2 },
  ])
  for (let round = 0; round < 5; round++) expect(await ask(own)).toBe('first')
  expect(second.asked).not.toContain('web3_clientVersion')
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

test('the breaker opens after three failures, pauses longer each time and closes after one good probe', async () => {
  const first = await node({ methods: named('first') })
  const second = await node({ methods: named('second') })
  const own = chain([{ url: first.url }, { url: second.url }])
  const health = healthOf(own.endpoints[0] ?? { id: '' })
  await ask(own)
  first.mode = 'reset'
  for (let round = 1; round <= RPC_LIMITS.failuresToOpen; round++) {
    passTime(RPC_LIMITS.headsEveryMs + 1)
    expect(await ask(own)).toBe('second')
    await expect.poll(() => health.failures).toBeGreaterThanOrEqual(round)
  }
  expect(health).toMatchObject({ pauseMs: RPC_LIMITS.firstPauseMs, identity: 'unknown' })

  passTime(RPC_LIMITS.firstPauseMs + 1)
  await ask(own)
  await expect.poll(() => health.pauseMs).toBe(2 * RPC_LIMITS.firstPauseMs)

  first.mode = 'well'
  first.asked.length = 0
  passTime(2 * RPC_LIMITS.firstPauseMs + 1)
  await Promise.all([ask(own), ask(own), ask(own)])
  await expect.poll(() => health.openUntil).toBe(0)
  // One probe, which is the question for the chain id.
  expect(first.asked.slice(0, 2)).toEqual(['eth_chainId', 'eth_blockNumber'])
  expect(first.asked.filter((method) => method === 'eth_chainId')).toHaveLength(1)
})

test('an endpoint of higher priority takes over again only once it has been well for a while', async () => {
  const first = await node({ methods: named('first') })
  const second = await node({ methods: named('second') })
  const own = chain([
    { url: first.url, priority: 1 },
    { url: second.url, priority: 2 },
  ])
  await ask(own)
  first.mode = 'reset'
  expect(await ask(own)).toBe('second')
  first.mode = 'well'
  passTime(RPC_LIMITS.headsEveryMs + 1)
  await ask(own)
  await expect.poll(() => healthOf(own.endpoints[0] ?? { id: '' }).failures).toBe(0)
  expect(await ask(own)).toBe('second')
  passTime(RPC_LIMITS.returnAfterMs + 1)
  expect(await ask(own)).toBe('first')
})

test('the only endpoint is tried again soon after it was away', async () => {
  const only = await node({ methods: named('a') })
  const own = chain([{ url: only.url }])
  await ask(own)
  only.mode = 'reset'
  for (let round = 0; round < 6; round++) await ask(own).catch(() => null)
  await expect(ask(own)).rejects.toThrow(`no endpoint of chain ${own.chainId} answered`)
  only.mode = 'well'
  passTime(RPC_LIMITS.urgentPauseMs + 1)
  expect(await ask(own)).toBe('a')
})

test('an endpoint behind the best known head is not asked, and is again when it has caught up', async () => {
  const behind = await node({ head: 80n, methods: named('behind') })
  const fresh = await node({ head: 100n, methods: named('fresh') })
  const own = chain([
    { url: behind.url, priority: 1 },
    { url: fresh.url, priority: 2 },
  ])
  expect(await ask(own)).toBe('fresh')
  expect(healthOf(own.endpoints[0] ?? { id: '' }).lagBlocks).toBe(20n)
  behind.head = 100n
  passTime(RPC_LIMITS.returnAfterMs + 1)
  await ask(own)
  await expect.poll(() => healthOf(own.endpoints[0] ?? { id: '' }).lagBlocks).toBe(0n)
  expect(await ask(own)).toBe('behind')
})

test('a lagging endpoint stays out also when the fresh one is away, until it has the head that was seen', async () => {
  const behind = await node({ head: 80n, methods: named('behind') })
  const fresh = await node({ head: 100n, methods: named('fresh') })
  const own = chain([{ url: behind.url }, { url: fresh.url }])
  await ask(own)
  fresh.mode = 'reset'
  await expect(ask(own)).rejects.toMatchObject({ name: 'RpcUnavailableError' })
  behind.head = 100n
  passTime(RPC_LIMITS.headsEveryMs + 1)
  await expect.poll(() => ask(own).catch(() => null)).toBe('behind')
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
    passTime(RPC_LIMITS.longestPauseMs)
    await ask(own).catch((error: unknown) => words.push(String(error)))
    words.push(String(healthOf(own.endpoints[0] ?? { id: '' }).lastFailure))
  }
  only.mode = 'well'
  only.methods = { web3_clientVersion: () => ({ error: { code: -32000, message: `bad ${key}` } }) }
  passTime(RPC_LIMITS.longestPauseMs)
  await ask(own).catch((error: unknown) => words.push(String(error)))
  expect(words).toHaveLength(7)
  expect(words.join('\n')).not.toContain(key)
  expect(words.join('\n')).toContain('bad ***')
})
