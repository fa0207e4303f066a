import { type Hex, isHex } from 'viem'
import { lruPerProcess } from '@/db/lru-per-process'
import type { BlockHead, ChainLog, ChainLogFilter } from '@/server/chains/evm/read-log-range'
import { type EventReaders, eventIdOf, matchLog, toEventReaders } from '@/server/indexer/catalog/match-log'
import type { FoundEvent, UndecodableLog } from './chain-reader'
import type { FollowedSubscription } from './load-subscriptions'

/** Cached, because parsing signatures takes longer than reading the row, and many subscriptions have the same ones. */
const cache = () => lruPerProcess<EventReaders>('event-readers', { max: 10_000 })

/** One log filter for the events of all subscriptions. */
export function subscriptionLogFilter(subscriptions: readonly FollowedSubscription[]): ChainLogFilter {
  return {
    addresses: [...new Set(subscriptions.flatMap(contractOf))],
    topics: [...new Set(subscriptions.flatMap(({ events }) => [...readersOf(events).keys()]))],
  }
}

/**
 * Assigns the logs of a range to the subscriptions that request them. Never throws: it counts logs that cannot be
 * decoded.
 */
export function routeLogs(
  subscriptions: readonly FollowedSubscription[],
  { heads, logs }: { heads: readonly BlockHead[]; logs: readonly ChainLog[] },
): { events: FoundEvent[]; undecodable: UndecodableLog[] } {
  const blocks = new Map(heads.map((head) => [head.hash, head]))
  const byContract = new Map<string, { subscription: FollowedSubscription; readers: EventReaders }[]>()
  for (const subscription of subscriptions)
    for (const contract of contractOf(subscription)) {
      const same = byContract.get(contract) ?? []
      same.push({ subscription, readers: readersOf(subscription.events) })
      byContract.set(contract, same)
    }
  const undecodable: UndecodableLog[] = []
  const events = [...logs].sort(inOrder).flatMap((log) => {
    const block = blocks.get(log.blockHash)
    if (!block) return []
    const asking = (byContract.get(log.address) ?? []).filter(
      ({ subscription }) => subscription.fromBlock <= block.number,
    )
    return asking.flatMap(({ subscription, readers }) => {
      const match = matchLog(readers, log)
      if (match.isUndecodable) undecodable.push({ subscriptionId: subscription.id, blockNumber: block.number })
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

/** In lower case, as nodes report it. */
function contractOf({ contractAddress }: FollowedSubscription): Hex[] {
  const contract = contractAddress.toLowerCase()
  return isHex(contract) ? [contract] : []
}

function readersOf(events: readonly string[]): EventReaders {
  const key = JSON.stringify(events)
  const before = cache().get(key)
  if (before) return before
  const readers = toEventReaders(events)
  cache().set(key, readers)
  return readers
}

function inOrder(one: ChainLog, other: ChainLog): number {
  return one.blockNumber === other.blockNumber
    ? one.logIndex - other.logIndex
    : Number(one.blockNumber - other.blockNumber)
}
