import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestClient, createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningAnvil, startAnvil } from '@/dev/chains/anvil'
import { deployTokens, FAUCET_PRIVATE_KEY } from '@/dev/chains/deploy-tokens'
import { findFreePort } from '@/dev/free-port'
import { chainOf } from '@/server/chains/testing/chain-of'
import { countTurns } from '@/server/testing/count-turns'
import { HEADERS, readLogRange, readReceiptsOf } from './read-log-range'
import { receiptsRootOf } from './receipts-root'

let node: RunningAnvil
beforeAll(async () => {
  const logFile = path.join(mkdtempSync(path.join(tmpdir(), 'slipway-roots-')), 'anvil.log')
  node = await startAnvil({ chainId: anvil.id, port: await findFreePort(), logFile })
})
afterAll(() => node.stop())

test('the root of a block’s receipts is the one a node puts into its header, however many there are', async () => {
  const [token] = await deployTokens({ rpcUrl: node.rpcUrl })
  const account = privateKeyToAccount(FAUCET_PRIVATE_KEY)
  const client = createWalletClient({ account, chain: anvil, transport: http(node.rpcUrl) }).extend(publicActions)
  const miner = createTestClient({ mode: 'anvil', chain: anvil, transport: http(node.rpcUrl) })
  await miner.setAutomine(false)
  const first = (await client.getBlockNumber()) + 1n
  let nonce = await client.getTransactionCount({ address: account.address })
  // One and 16 end a nibble of the trie's paths, 128 a byte.
  const counts = [0, 1, 2, 16, 17, 127, 128, 129, 140]
  for (const count of counts) {
    for (let n = 0; n < count; n++) {
      const kind = n % 3 === 0 ? { type: 'legacy' as const, gasPrice: 10n ** 11n } : { maxFeePerGas: 10n ** 11n }
      // To the token without a word it understands: that one fails, and has a receipt all the same.
      const to = n % 5 === 4 ? token?.address : account.address
      const call = { to, value: 0n, gas: 60_000n, nonce: nonce++ }
      await client.sendTransaction(
        n % 3 === 0 ? { ...call, type: 'legacy', gasPrice: 10n ** 11n } : { ...call, ...kind },
      )
    }
    await miner.mine({ blocks: 1 })
  }
  const chain = chainOf([{ url: node.rpcUrl }], { chainId: anvil.id })
  const last = first + BigInt(counts.length) - 1n
  const { heads } = await readLogRange(chain, { first, last, form: HEADERS }, { addresses: [], topics: [] })
  const blocks = heads.filter((head) => head !== null)
  const receipts = await readReceiptsOf(chain, blocks)
  expect(receipts.map((one) => one?.length)).toEqual(counts)
  for (const [n, block] of blocks.entries()) expect(await receiptsRootOf(receipts[n] ?? [])).toBe(block.receiptsRoot)
})

test('the proof of a large block leaves the process to others in between', async () => {
  const hex = (bytes: number) => `0x${'ab'.repeat(bytes)}` as const
  const log = { address: hex(20), topics: [hex(32), hex(32), hex(32)], data: hex(96) }
  const receipts = Array.from({ length: 2_000 }, () => ({
    ...{ type: 2n, status: 1n, root: null, cumulativeGasUsed: 21_000n, logsBloom: hex(256) },
    ...{ logs: Array.from({ length: 2 }, () => log), depositNonce: null, depositReceiptVersion: null },
  }))
  expect(await countTurns(() => receiptsRootOf(receipts))).toBeGreaterThan(1)
})
