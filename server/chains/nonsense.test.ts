import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findNonceUse } from '@/server/engine/evm/find-nonce-use'
import { readBlockReceipts, readReceipts } from '@/server/engine/evm/read-receipts'
import { readBalanceOf } from '@/server/platform/read-balance-of'
import { readDecimals } from './evm/erc20'
import { currentMarket } from './evm/fees'
import { transferGasLimit } from './evm/gas-limit'
import { l1FeeUpperBound } from './evm/l1-fee'
import { readHeadBlock, readHeaders } from './evm/read-headers'
import { readLatestQuantities } from './evm/read-latest-quantities'
import { readMarket } from './evm/read-market'
import { simulateCalls } from './evm/simulate'
import type { Chain } from './registry'
import { callRpcBatch } from './rpc'
import { findMint } from './solana/find-mint'
import { findTokenAddressProblem } from './solana/find-token-address-problem'
import { currentPriorityFee } from './solana/priority-fee'
import { readAccounts } from './solana/read-accounts'
import { readBlockhash } from './solana/read-blockhash'
import { readBlockhashes, readBlocks, readFinalSlot } from './solana/read-blocks'
import { readLanded } from './solana/read-landed'
import { readStatuses, statusCalls } from './solana/read-statuses'
import { rentExemptLamports } from './solana/rent-exempt'
import { simulateMessages } from './solana/simulate-messages'
import { chainOf } from './testing/chain-of'
import { type StubNode, startStubNode } from './testing/stub-node'

const ADDRESS = '0x00000000000000000000000000000000000000AA'
const KEY = '11111111111111111111111111111111'
const CALL = { from: ADDRESS, to: ADDRESS, value: 0n, data: '0x' }
const TRANSFER = { from: ADDRESS, toAddress: ADDRESS, tokenAddress: null, amountUnits: 1n }

/** Everything that reads an answer of an EVM node, and of a Solana one. */
const EVM: Record<string, (chain: Chain) => Promise<unknown>> = {
  readHeadBlock,
  readHeaders: (chain) => readHeaders(chain, [1n, 'finalized']),
  readAtHead: (chain) => readLatestQuantities(chain, [{ method: 'eth_getBalance', params: [ADDRESS, 'latest'] }]),
  readMarket,
  currentMarket,
  transferGasLimit: (chain) => transferGasLimit(chain, TRANSFER),
  'transferGasLimit of a token': (chain) => transferGasLimit(chain, { ...TRANSFER, tokenAddress: ADDRESS }),
  l1FeeUpperBound: (chain) => l1FeeUpperBound({ ...chain, l1Fee: 'op-stack' }, 100),
  readDecimals: (chain) => readDecimals(chain, ADDRESS),
  simulateCalls: (chain) => simulateCalls(chain, [CALL]),
  readReceipts: (chain) => readReceipts(chain, ['0xaa']),
  readBlockReceipts: (chain) => readBlockReceipts(chain, 1n, 2n),
  findNonceUse: (chain) => findNonceUse(chain, { senderAddress: ADDRESS, nonce: 1 }, { since: 1n, to: 4n }),
  readBalanceOf: (chain) => readBalanceOf(chain, ADDRESS),
}
const SOLANA: Record<string, (chain: Chain) => Promise<unknown>> = {
  findMint: (chain) => findMint(chain, KEY),
  currentPriorityFee: (chain) => currentPriorityFee(chain, KEY),
  readAccounts: (chain) => readAccounts(chain, [KEY]),
  readBlockhash,
  readLanded: (chain) => readLanded(chain, [KEY]),
  readStatuses: async (chain) => readStatuses([KEY], await callRpcBatch(chain, statusCalls([KEY], true))),
  rentExemptLamports: (chain) => rentExemptLamports(chain, 165),
  simulateMessages: (chain) => simulateMessages(chain, [{ bytes: new Uint8Array(4), signatures: 2 }]),
  readBalanceOf: (chain) => readBalanceOf(chain, KEY),
  readFinalSlot,
  readBlocks: (chain) => readBlocks(chain, { after: { head: 1n, hash: null }, upTo: 9n, most: 4 }),
  readBlockhashes: (chain) => readBlockhashes(chain, [1n, 2n]),
  findTokenAddressProblem: (chain) => findTokenAddressProblem(chain, KEY),
}
const NONSENSE = [
  null,
  true,
  12,
  -1.5,
  '',
  'well',
  '0xzz',
  `0x${'f'.repeat(4_000)}`,
  [],
  [null],
  [{}],
  {},
  { value: 'x' },
  { value: [7] },
]

let node: StubNode
let chainId = 910_000
beforeAll(async () => {
  node = await startStubNode({})
})
afterAll(() => node.close())

/** A chain nobody has asked yet: what was read once is remembered. */
function newChain(chainType: Chain['chainType']): Chain {
  chainId += 1
  node.chainId = chainId
  return chainOf([{ url: `${node.url}/${chainId}` }], { chainId, chainType, network: 'TESTNET' })
}

async function outcomeOf(read: (chain: Chain) => Promise<unknown>, chainType: Chain['chainType']): Promise<string> {
  return read(newChain(chainType)).then(
    () => 'told',
    (error: Error) => error.name,
  )
}

describe.each([
  ['EVM', EVM],
  ['SOLANA', SOLANA],
] as const)('an %s node that talks nonsense', (chainType, readers) => {
  test.each(Object.entries(readers))('is unavailable to %s, or what it says is left alone', async (_, read) => {
    for (const said of NONSENSE) {
      // The node still tells its chain: nothing else would be asked.
      node.methods = new Proxy(
        { getGenesisHash: () => 'local' },
        {
          get: (own, method) =>
            method in own ? own.getGenesisHash : method === 'eth_chainId' ? undefined : () => said,
        },
      )
      expect([said, await outcomeOf(read, chainType)]).toEqual([
        said,
        expect.stringMatching(/^(told|RpcUnavailableError)$/),
      ])
    }
  })
})
