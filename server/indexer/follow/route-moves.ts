import type { SolanaBlock } from '@/server/chains/solana/read-blocks'
import type { TokenTransaction } from '@/server/chains/solana/read-token-transaction'
import { readTokenTransactions } from '@/server/chains/solana/read-token-transactions'
import type { TokenMove } from '@/server/chains/solana/token-moves'
import { eventIdOf } from '@/server/indexer/catalog/match-log'
import { readMove } from '@/server/indexer/catalog/read-move'
import type { FoundEvent, UndecodableLog } from './chain-reader'
import type { FollowedSubscription } from './load-subscriptions'

/**
 * Assigns the token movements of these blocks to the subscriptions that request them. Throws RpcUnavailableError if a
 * node left out data.
 */
export function routeMoves(
  subscriptions: readonly FollowedSubscription[],
  blocks: readonly SolanaBlock[],
): { events: FoundEvent[]; undecodable: UndecodableLog[] } {
  const byAddress = new Map<string, FollowedSubscription[]>()
  for (const subscription of subscriptions) {
    const same = byAddress.get(subscription.contractAddress) ?? []
    same.push(subscription)
    byAddress.set(subscription.contractAddress, same)
  }
  const watched = new Set(byAddress.keys())
  const found = blocks.map((block) => {
    const asking = (address: string | null | undefined) =>
      (byAddress.get(address ?? '') ?? []).filter(({ fromBlock }) => fromBlock <= block.number)
    const transactions = readTokenTransactions(block, watched)
    return {
      events: transactions.flatMap((transaction) => eventsIn(transaction, block, asking)),
      undecodable: transactions.flatMap(({ unexplained }) => {
        const ids = unexplained
          .flatMap(({ account, mint }) => [...asking(account), ...asking(mint)])
          .map(({ id }) => id)
        return [...new Set(ids)].map((subscriptionId) => ({ subscriptionId, blockNumber: block.number }))
      }),
    }
  })
  return { events: found.flatMap(({ events }) => events), undecodable: found.flatMap(({ undecodable }) => undecodable) }
}

type Asking = (address: string | null | undefined) => FollowedSubscription[]

function eventsIn(
  { signature, moves }: TokenTransaction,
  { number, hash, timestamp }: SolanaBlock,
  asking: Asking,
): FoundEvent[] {
  const block = { number, hash, timestamp }
  return moves.flatMap((move) =>
    [...new Set(addressesOf(move).flatMap(asking))].flatMap((subscription) => {
      const event = readMove(subscription.events, move)
      const eventId = eventIdOf(signature, move.ordinal, null)
      return event ? [{ ...event, subscription, block, transactionHash: signature, eventId }] : []
    }),
  )
}

function addressesOf({ mint, source, destination }: TokenMove): (string | undefined)[] {
  return [mint, source?.account, destination?.account]
}
