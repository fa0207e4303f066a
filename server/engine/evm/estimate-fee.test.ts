import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { TRANSFER_BYTES } from '@/server/chains/evm/gas-figures'
import { l1FeeUpperBound } from '@/server/chains/evm/l1-fee'
import type { Chain } from '@/server/chains/registry'
import { chainOf } from '@/server/chains/testing/chain-of'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { estimateFee, readUnitFees } from './estimate-fee'
import { rawSizeOf } from './gas-limit-of'

const DELEGATE = '0x359Fc72a1db80d1DA237c8CE3635e9bD14A7AB2c'
const GWEI = 10n ** 9n
/** Twice 10 gwei and a tip of 1 gwei, as the fee oracle makes of the history below. */
const MAX_FEE = 21n * GWEI

/** A node with a base fee of 10 gwei, tips of 1 gwei and a first-layer fee of 1,000 gwei. */
const methods = {
  eth_feeHistory: () => ({
    oldestBlock: '0x60',
    baseFeePerGas: Array(5).fill(`0x${(10n * GWEI).toString(16)}`),
    gasUsedRatio: [0.5, 0.5, 0.5, 0.5],
    reward: Array(4).fill([`0x${GWEI.toString(16)}`]),
  }),
  eth_call: () => `0x${(1_000n * GWEI).toString(16).padStart(64, '0')}`,
}
/** The size of the requested bytes. */
const sizeAsked = ([asked]: unknown[]) => {
  const { data } = z.object({ data: z.string() }).parse(asked)
  return `0x${data.slice(-64)}`
}
let node: Awaited<ReturnType<typeof startStubNode>>
beforeAll(async () => {
  node = await startStubNode({ methods })
})
afterAll(() => node.close())

let chainId = 900_000
function chain(terms: Partial<Chain> = {}): Chain {
  chainId += 1
  node.chainId = chainId
  return chainOf([{ url: node.url }], { chainId, maxFeePerGasCap: 1_000n * GWEI, ...terms })
}

test('counts the gas limit and that of a top-up at current fees, with room for two replacements', async () => {
  const fee = await estimateFee(chain(), { gasLimit: 50_000n, dataBytes: 68, delegates: false })
  expect(fee).toBe(71_000n * ((MAX_FEE * 127n) / 100n))
  // Each replacement raises by an eighth: 1.125 × 1.125 = 1.265625.
  expect(fee).toBeGreaterThan((71_000n * MAX_FEE * 81n) / 64n)
})

test('never exceeds the price of gas that the chain lets the platform pay', async () => {
  const cap = 22n * GWEI
  expect(
    await estimateFee(chain({ maxFeePerGasCap: cap }), { gasLimit: 50_000n, dataBytes: 0, delegates: false }),
  ).toBe(71_000n * cap)
})

test('adds the fee of the first layer where there is one, also for the top-up, with its margin', async () => {
  const without = await estimateFee(chain(), { gasLimit: 21_000n, dataBytes: 0, delegates: false })
  const withFee = await estimateFee(chain({ l1Fee: 'op-stack' }), { gasLimit: 21_000n, dataBytes: 0, delegates: false })
  expect(withFee - without).toBe(2n * 1_500n * GWEI)
})

test('holds as much for the first layer as planning requires for the same bytes', async () => {
  const byTheByte = await startStubNode({ methods: { ...methods, eth_call: (params) => sizeAsked(params) } })
  try {
    for (const gasStrategy of ['topup', 'delegation'] as const) {
      chainId += 1
      byTheByte.chainId = chainId
      const terms = { chainId, l1Fee: 'op-stack', gasStrategy, delegateAddress: DELEGATE } as const
      const asking = chainOf([{ url: byTheByte.url }], terms)
      const laneWalletId = gasStrategy === 'topup' ? 'owner' : 'relayer'
      for (const callData of ['0x', `0x${'00'.repeat(200)}`]) {
        const dataBytes = (callData.length - 2) / 2
        const row = {
          walletId: 'owner',
          laneWalletId,
          callData,
          tokenAddress: null,
          toAddress: DELEGATE,
          amountUnits: 1n,
        }
        const planned = await l1FeeUpperBound(asking, rawSizeOf({ ...row, type: 'SIGN' }))
        const { l1Fee } = await readUnitFees(asking, { dataBytes, delegates: false })
        const filling = gasStrategy === 'topup' ? await l1FeeUpperBound(asking, TRANSFER_BYTES) : 0n
        expect(l1Fee).toBe(planned + filling)
      }
    }
  } finally {
    await byTheByte.close()
  }
})

test('adds the overhead of a relayer only where relayers submit', async () => {
  const call = { gasLimit: 50_000n, dataBytes: 68, delegates: false }
  const own = await estimateFee(chain(), call)
  const relayed = await estimateFee(chain({ gasStrategy: 'delegation', delegateAddress: DELEGATE }), call)
  expect(relayed).toBeGreaterThan(own + 60_000n * MAX_FEE)
  expect(await estimateFee(chain({ gasStrategy: 'delegation', delegateAddress: null }), call)).toBe(own)
})

test('adds the delegation, at the same fees, for a wallet that may need one', async () => {
  const relayed = { gasStrategy: 'delegation', delegateAddress: DELEGATE, l1Fee: 'op-stack' } as const
  const call = { gasLimit: 50_000n, dataBytes: 68, delegates: false }
  const without = await estimateFee(chain(relayed), call)
  const withDelegation = await estimateFee(chain(relayed), { ...call, delegates: true })
  expect(withDelegation - without).toBe(60_000n * ((MAX_FEE * 127n) / 100n) + 1_500n * GWEI)
})
