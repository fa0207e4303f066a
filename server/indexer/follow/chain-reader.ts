import type { Chain } from '@/server/chains/registry'
import type { ReadEvent } from '@/server/indexer/catalog/match-log'
import type { Followed } from './load-subscriptions'

/** A block that was read. Of a chain that skips numbers, one of those it made. */
export type BlockMark = { number: bigint; hash: string /** In seconds. */; timestamp: bigint }

/** An event for one subscription. */
export type FoundEvent = ReadEvent & {
  subscription: Followed
  eventId: string
  transactionHash: string
  block: BlockMark
}

/** Something that has the name of what a subscription asks for and cannot be told as that. */
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
  /** So many blocks at most. */
  most: number
  subscriptions: readonly Followed[]
}

/**
 * How the blocks of one family of chains are read for event subscriptions. Whoever follows or replays a chain knows
 * nothing else of its family.
 */
export type ChainReader = {
  /**
   * The next blocks with what each subscription is told of them, proven to be all there is; null where the chain's
   * blocks no longer follow `after`. Throws RpcUnavailableError where a node contradicts itself or does not know
   * enough, RpcError where it refuses.
   */
  readRange: (chain: Chain, asked: Asked) => Promise<ReadRange | null>
}
