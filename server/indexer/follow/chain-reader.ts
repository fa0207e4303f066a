import type { Chain } from '@/server/chains/registry'
import type { ReadEvent } from '@/server/indexer/catalog/match-log'
import type { FollowedSubscription } from './load-subscriptions'

/** A block that was read. On a chain with skipped numbers, a block that exists. */
export type BlockMark = { number: bigint; hash: string /** In seconds. */; timestamp: bigint }

/** An event for one subscription. */
export type FoundEvent = ReadEvent & {
  subscription: FollowedSubscription
  eventId: string
  transactionHash: string
  block: BlockMark
}

/** A log with the name of a wanted event that cannot be decoded as that event. */
export type UndecodableLog = { subscriptionId: string; blockNumber: bigint }

export type ReadRange = {
  /** Every existing block from the first requested number to `readTo`, in order. */
  blocks: readonly BlockMark[]
  /** In the order of the chain. */
  events: readonly FoundEvent[]
  undecodable: readonly UndecodableLog[]
  /** The last number that was read; the next range begins after it. */
  readTo: bigint
}

/**
 * The last block that was read. The hash is null if none was; then the next block is accepted without a parent check.
 */
export type Position = { head: bigint; hash: string | null }

type RangeRequest = {
  after: Position
  /** The last block that may be read. */
  upTo: bigint
  /** The maximum number of blocks. */
  most: number
  subscriptions: readonly FollowedSubscription[]
}

/**
 * The methods with which event subscriptions read one family of chains. Following and replaying depend on this type
 * alone.
 */
export type ChainReader = {
  /**
   * Reads the next blocks with the events of each subscription, and proves that none is missing. Null if the chain no
   * longer has the block `after`. Throws RpcUnavailableError if a node contradicts itself or lacks data, RpcError if it
   * refuses.
   */
  readRange: (chain: Chain, request: RangeRequest) => Promise<ReadRange | null>
}
