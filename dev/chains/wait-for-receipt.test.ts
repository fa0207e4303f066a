import { setTimeout as pause } from 'node:timers/promises'
import { createClient, custom, type Hash, zeroAddress, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { waitForReceipt } from './wait-for-receipt'

const hash: Hash = zeroHash

test('a transaction that is mined while its block is looked at is not waited for in vain', async () => {
  const chain = { head: 1, polled: 0 }
  const inBlock = () => (chain.head === 2 ? '0x2' : null)
  const answers: Record<string, () => unknown> = {
    eth_blockNumber: () => `0x${chain.head}`,
    eth_getTransactionByHash: () => ({ hash, blockNumber: inBlock(), from: zeroAddress, nonce: '0x0', type: '0x0' }),
    eth_getTransactionReceipt: () => {
      // Looked for at once and at the first block; mined right after that, and no block comes any more.
      if (++chain.polled === 2) setTimeout(() => (chain.head = 2), 5)
      return inBlock() && { transactionHash: hash, blockNumber: inBlock(), status: '0x1', logs: [] }
    },
    eth_getBlockByNumber: async () => {
      await pause(200)
      return { number: '0x1', transactions: [] }
    },
  }
  const request = async ({ method }: { method: string }) => answers[method]?.()
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  const { blockNumber } = await waitForReceipt(client, hash, { pollMs: 10, waitMs: 2_000 })
  expect(blockNumber).toBe(2n)
})
