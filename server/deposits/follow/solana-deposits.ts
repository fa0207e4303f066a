import { RpcUnavailableError } from '@/server/chains/rpc'
import { type BalanceChanges, readBalanceChanges } from '@/server/chains/solana/read-balance-changes'
import { findFirstSlot, readBlocks, type SolanaBlock } from '@/server/chains/solana/read-blocks'
import { readSolanaFinality } from '@/server/chains/solana/read-solana-finality'
import type { DepositReader } from './deposit-reader'
import { findSolanaArrivals, type SolanaTransaction } from './find-solana-arrivals'

/** Solana: whole finalized blocks, and the balance changes of each of their transactions. */
export const solanaDeposits: DepositReader = {
  findFirst: async (chain, from) => (await findFirstSlot(chain, from)) ?? from,
  readFinality: readSolanaFinality,
  async readBlocks(chain, requestedRange) {
    const range = await readBlocks(chain, requestedRange)
    if (!range) return null
    const tokens = new Map(chain.tokens.map((token) => [token.address, token]))
    const transactions = range.blocks.flatMap((block) => transactionsOf(block))
    return {
      ...range,
      recipients: new Set(transactions.flatMap(({ changes }) => recipientsOf(changes, tokens))),
      arrivalsTo: async (wallets) => transactions.flatMap((one) => findSolanaArrivals(one, { tokens, wallets })),
    }
  },
}

function recipientsOf({ coins, holdings }: BalanceChanges, tokens: ReadonlyMap<string, unknown>): string[] {
  const gained = holdings.filter(({ mint, before, after }) => tokens.has(mint) && after > before)
  const owners = gained.map(({ account, owner }) => {
    if (owner === null) throw new RpcUnavailableError(`a node does not say whose token account ${account} is`)
    return owner
  })
  return [...[...coins].flatMap(([account, change]) => (change > 0n ? [account] : [])), ...owners]
}

function transactionsOf(block: SolanaBlock): SolanaTransaction[] {
  return block.transactions.flatMap((given) => {
    const changes = readBalanceChanges(given)
    return changes ? [{ given, changes, block }] : []
  })
}
