import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { RPC_LIMITS } from '@/server/chains/rpc/limits'
import { chainOf } from '@/server/chains/testing/chain-of'
import { type StubNode, startStubNode } from '@/server/chains/testing/stub-node'
import { propertyRuns } from '@/server/testing/proof'
import { currentFees, currentMarket, replacementFees } from './fees'
import { l1FeeUpperBound } from './l1-fee'

const GWEI = 10n ** 9n
const nodes: StubNode[] = []
let nextChain = 5_000
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(nodes.splice(0).map((one) => one.close()))
})

async function node(methods: StubNode['methods'], head = 100n): Promise<StubNode> {
  const started = await startStubNode({ chainId: nextChain, head, methods })
  nodes.push(started)
  return started
}

function chainWith(started: StubNode[], terms: Parameters<typeof chainOf>[1] = {}) {
  const made = chainOf(
    started.map(({ url }) => ({ url })),
    { chainId: nextChain, maxFeePerGasCap: 1_000n * GWEI, ...terms },
  )
  nextChain += 1
  return made
}

const hex = (value: bigint) => `0x${value.toString(16)}`
const fees = (base: bigint, tips: bigint[], suggested = 0n) => ({
  eth_feeHistory: () => ({ baseFeePerGas: [hex(1n), hex(base)], reward: tips.map((tip) => [hex(tip)]) }),
  eth_maxPriorityFeePerGas: () => hex(suggested),
})

function passTime(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
}

test('twice the next base fee plus the median tip; the base fee is not among what is signed', async () => {
  const chain = chainWith([await node(fees(10n * GWEI, [GWEI, 3n * GWEI, 2n * GWEI]))])
  const wanted = { maxFeePerGas: 22n * GWEI, maxPriorityFeePerGas: 2n * GWEI }
  expect(await currentMarket(chain)).toEqual({ ...wanted, baseFeePerGas: 10n * GWEI })
  expect(Object.keys(await currentFees(chain)).sort()).toEqual(['maxFeePerGas', 'maxPriorityFeePerGas'])
})

test('never above the cap, and the tip never above the whole', async () => {
  const chain = chainWith([await node(fees(900n * GWEI, [1_500n * GWEI]))])
  expect(await currentFees(chain)).toEqual({ maxFeePerGas: 1_000n * GWEI, maxPriorityFeePerGas: 1_000n * GWEI })
})

test.each([
  { reported: 'what the node advises', suggested: 5n * GWEI, tip: 5n * GWEI },
  { reported: 'a minimum', suggested: 0n, tip: 1_000_000n },
])('empty blocks show no tip: $told', async ({ suggested, tip }) => {
  const chain = chainWith([await node(fees(GWEI, [0n, 0n], suggested))])
  expect((await currentFees(chain)).maxPriorityFeePerGas).toBe(tip)
})

test('several endpoints: the median of those that are not behind, without those out of reach', async () => {
  const chain = chainWith([
    await node(fees(10n * GWEI, [GWEI])),
    await node(fees(12n * GWEI, [2n * GWEI])),
    await node(fees(500n * GWEI, [90n * GWEI])),
    await node(fees(1n, [1n]), 20n),
  ])
  chain.endpoints.push({ ...(chain.endpoints[0] ?? never()), id: 'away', url: 'http://127.0.0.1:9' })
  expect(await currentMarket(chain)).toMatchObject({ baseFeePerGas: 12n * GWEI, maxPriorityFeePerGas: 2n * GWEI })
})

test('an endpoint that does not answer holds the fees up only briefly', async () => {
  const [well, silent] = [await node(fees(GWEI, [GWEI])), await node(fees(GWEI, [GWEI]))]
  const chain = chainWith([well, silent])
  await currentFees(chain)
  silent.mode = 'hold'
  passTime(chain.blockTimeMs + 1)
  const startedAt = performance.now()
  expect((await currentMarket(chain)).baseFeePerGas).toBe(GWEI)
  expect(performance.now() - startedAt).toBeLessThan(RPC_LIMITS.requestTimeoutMs)
})

test('a chain without a fee history is asked for its gas price', async () => {
  const chain = chainWith([
    await node({
      eth_gasPrice: () => hex(7n * GWEI),
      eth_getBlockByNumber: () => ({ baseFeePerGas: hex(4n * GWEI) }),
    }),
  ])
  expect(await currentMarket(chain)).toEqual({
    baseFeePerGas: 4n * GWEI,
    maxFeePerGas: 11n * GWEI,
    maxPriorityFeePerGas: 3n * GWEI,
  })
})

test('one question a block, however many ask', async () => {
  const only = await node(fees(GWEI, [GWEI]))
  const chain = chainWith([only])
  await Promise.all([currentFees(chain), currentMarket(chain), currentFees(chain)])
  await currentFees(chain)
  const asked = () => only.asked.filter((method) => method === 'eth_feeHistory').length
  expect(asked()).toBe(1)
  passTime(chain.blockTimeMs + 1)
  await currentFees(chain)
  expect(asked()).toBe(2)
})

test('old fees serve for a minute while the chain is silent, then none do', async () => {
  const only = await node(fees(GWEI, [GWEI]))
  const chain = chainWith([only])
  const before = await currentFees(chain)
  only.mode = 'reset'
  passTime(59_000)
  expect(await currentFees(chain)).toEqual(before)
  passTime(2_000)
  await expect(currentFees(chain)).rejects.toMatchObject({ name: 'RpcUnavailableError' })
})

const wei = fc.bigInt({ min: 0n, max: 10n ** 13n })
const pair = fc.record({ maxFeePerGas: wei, maxPriorityFeePerGas: wei })

test('a replacement raises both fees by an eighth and a wei, meets the market and stays under the cap, or is none', () => {
  fc.assert(
    fc.property(pair, pair, wei, (previous, market, cap) => {
      const next = replacementFees(previous, market, cap)
      const floorMax = [previous.maxFeePerGas * 9n + 8n, market.maxFeePerGas * 8n]
      const floorTip = [previous.maxPriorityFeePerGas * 9n + 8n, market.maxPriorityFeePerGas * 8n]
      if (!next) {
        // Only where some floor, rounded up to a wei, is above the cap.
        expect([...floorMax, ...floorTip].some((floor) => floor > cap * 8n)).toBe(true)
        return
      }
      for (const floor of floorMax) expect(next.maxFeePerGas * 8n).toBeGreaterThanOrEqual(floor)
      for (const floor of floorTip) expect(next.maxPriorityFeePerGas * 8n).toBeGreaterThanOrEqual(floor)
      expect(next.maxFeePerGas).toBeLessThanOrEqual(cap)
      expect(next.maxPriorityFeePerGas).toBeLessThanOrEqual(next.maxFeePerGas)
    }),
    propertyRuns(),
  )
})

test('the first layer costs nothing where there is none, else what its oracle says and half again', async () => {
  const oracle = await node({
    eth_call: ([call]) => {
      const size = BigInt(`0x${JSON.stringify(call).match(/f1c7a58b([0-9a-f]{64})/)?.[1] ?? '0'}`)
      return `0x${(size * 1_000n).toString(16).padStart(64, '0')}`
    },
  })
  const chain = chainWith([oracle], { l1Fee: 'op-stack' })
  expect(await l1FeeUpperBound({ ...chain, l1Fee: 'none' }, 180)).toBe(0n)
  expect(await l1FeeUpperBound(chain, 180)).toBe((192n * 1_000n * 3n) / 2n)
  await l1FeeUpperBound(chain, 190)
  expect(oracle.asked.filter((method) => method === 'eth_call')).toHaveLength(1)
})

test('a chain whose oracle is missing gives no bound', async () => {
  const chain = chainWith([await node({ eth_call: () => '0x' })], { l1Fee: 'op-stack' })
  await expect(l1FeeUpperBound(chain, 180)).rejects.toMatchObject({ name: 'RpcUnavailableError' })
})

function never(): never {
  throw new Error('the chain has no endpoint')
}
