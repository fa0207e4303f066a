import { expect, test } from 'vitest'
import { openStubs } from '@/server/chains/testing/stubs'
import { healthOf } from './endpoint-health'
import { RPC_LIMITS } from './limits'

const { node, chain, named, ask, passTime } = openStubs(2_000)

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
