import type { Chain } from '@/server/chains/registry'
import type { ReadEvent } from '@/server/indexer/catalog/match-log'
import type { Followed } from './load-subscriptions'

/** A block that was read. On a chain that skips numbers, a block that exists. */
export type BlockMark = { number: bigint; hash: string /** In seconds. */; timestamp: bigint }

/** An event for one subscription. */
export type FoundEvent = ReadEvent & {
  subscription: Followed
  eventId: string
  transactionHash: string
  block: BlockMark
}

/** A log with the name of a wanted event that cannot be decoded as that event. */
export type Undecodable = { subscriptionId: string; blockNumber: bigint }

export type ReadRange = {
  /** Every block there is from the first number asked for to `readTo`, in order. */
  blocks: readonly BlockMark[]
  /** In the order of the chain. */
  events: readonly FoundEvent[]
  undecodable: readonly Undecodable[]
  /** The last number that was read; the next range begins behind it. */
  readTo: bigint
}

/** Where one stands: the block read last. Without a hash none was, and the next is taken as it is. */
export type Position = { head: bigint; hash: string | null }

type Asked = {
  after: Position
  /** No block behind it is read. */
  upTo: bigint
  /** The maximum of blocks. */
  most: number
  subscriptions: readonly Followed[]
}

/**
 * How the blocks of one family of chains are read for event subscriptions. Following and replaying know nothing else of
 * the family.
 */
export type ChainReader = {
  /**
   * Reads the next blocks with the events of each subscription, proven complete; null where the chain's blocks no
   * longer follow `after`. Throws RpcUnavailableError where a node contradicts itself or does not know enough, RpcError
   * where it refuses.
   */
  readRange: (chain: Chain, asked: Asked) => Promise<ReadRange | null>
}
