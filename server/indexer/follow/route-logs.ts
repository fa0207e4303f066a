import type { Hex } from 'viem'
import type { BlockHead, ChainLog, Sought } from '@/server/chains/evm/read-log-range'
import { eventIdOf, matchLog, type ReadEvent } from '@/server/indexer/catalog/match-log'
import type { Followed } from './load-subscriptions'

/** An event for one subscription. */
export type FoundEvent = ReadEvent & {
  subscription: Followed
  eventId: string
  transactionHash: Hex
  block: BlockHead
}

export type Routed = {
  /** In the order of the chain. */
  events: FoundEvent[]
  /** By subscription. */
  undecodable: ReadonlyMap<string, number>
}

/** All that any of the subscriptions asks for, as one question. */
export function soughtBy(subscriptions: readonly Followed[]): Sought {
  return {
    addresses: [...new Set(subscriptions.map(({ contract }) => contract))],
    topics: [...new Set(subscriptions.flatMap(({ wanted }) => [...wanted.keys()]))],
  }
}

/** What each subscription is told of the logs of a range. Never throws: what cannot be read is counted. */
export function routeLogs(
  subscriptions: readonly Followed[],
  { heads, logs }: { heads: readonly BlockHead[]; logs: readonly ChainLog[] },
): Routed {
  const blocks = new Map(heads.map((head) => [head.hash, head]))
  const byContract = new Map<string, Followed[]>()
  for (const subscription of subscriptions) {
    const same = byContract.get(subscription.contract) ?? []
    same.push(subscription)
    byContract.set(subscription.contract, same)
  }
  const undecodable = new Map<string, number>()
  const events = [...logs].sort(inOrder).flatMap((log) => {
    const block = blocks.get(log.blockHash)
    if (!block) return []
    const asking = (byContract.get(log.address) ?? []).filter(({ fromBlock }) => fromBlock <= block.number)
    return asking.flatMap((subscription) => {
      const match = matchLog(subscription.wanted, log)
      if (match.isUndecodable) undecodable.set(subscription.id, (undecodable.get(subscription.id) ?? 0) + 1)
      const { transactionHash, logIndex } = log
      return match.events.map((event): FoundEvent => {
        return {
          ...event,
          subscription,
          block,
          transactionHash,
          eventId: eventIdOf(transactionHash, logIndex, event.ordinal),
        }
      })
    })
  })
  return { events, undecodable }
}

function inOrder(one: ChainLog, other: ChainLog): number {
  return one.blockNumber === other.blockNumber
    ? one.logIndex - other.logIndex
    : Number(one.blockNumber - other.blockNumber)
}
