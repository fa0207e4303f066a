import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetChains } from '@/server/chains/registry'
import { startStubNode } from '@/server/chains/testing/stub-node'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { openDatabase } from '@/server/testing/open-database'
import { requireChain } from '@/server/testing/require-chain'
import { findNonceUse } from './find-nonce-use'

const CHAIN_ID = 84_532
const SENDER = '0x52908400098527886E0F7030069857D2E4169EE7'
const USED_BY = `0x${'ab'.repeat(32)}`
const USED_IN = 1_000n
const NEWEST = 5_000n

openDatabase()

let node: Awaited<ReturnType<typeof startStubNode>>
beforeAll(async () => {
  node = await startStubNode({
    chainId: CHAIN_ID,
    methods: {
      eth_getTransactionCount: ([, block]) => (BigInt(String(block)) >= USED_IN ? '0x8' : '0x7'),
      eth_getBlockByNumber: ([block]) => ({
        transactions: BigInt(String(block)) === USED_IN ? [{ hash: USED_BY, from: SENDER, nonce: '0x7' }] : [],
      }),
    },
  })
  await addRpcEndpoint(CHAIN_ID, node.url)
  forgetChains()
})
afterAll(() => node.close())

const find = async (since: bigint, nonce = 7) =>
  findNonceUse(await requireChain(CHAIN_ID), { senderAddress: SENDER, nonce }, { since, to: NEWEST })

test.each([0n, 500n, USED_IN - 1n, USED_IN, USED_IN + 1n, 3_000n, 4_999n, NEWEST])(
  'finds what used a nonce in a block before or after the one where the search begins (%s)',
  async (since) => {
    expect(await find(since)).toBe(USED_BY)
  },
)

test('finds nothing for a nonce that is not used', async () => {
  expect(await find(500n, 8)).toBeNull()
})

test('finds nothing for a nonce that was used in a state which the first block has already', async () => {
  expect(await find(4_000n, 6)).toBeNull()
})
