import type { Chain } from '@/server/chains/registry'

/**
 * An amount that came to an address. Addresses have the form of the chain's blocks; EVM addresses are in lower case.
 */
export type Arrival = {
  to: string
  from: string
  /** Null for the native coin. */
  token: { address: string; symbol: string; decimals: number } | null
  units: bigint
  txHash: string
  /** The position of the transfer in its transaction; null if a transaction can have only one. */
  logIndex: number | null
  blockNumber: bigint
  blockHash: string
}

export type ReadBlocks = {
  /** Every existing block after the last one that was read, in order. */
  blocks: readonly { number: bigint; hash: string }[]
  /** The last number that was read. */
  readTo: bigint
  /** Every address that may have received something. */
  recipients: ReadonlySet<string>
  /**
   * The deposits to those recipients that are wallets, in the order of the chain. Throws RpcUnavailableError if a node
   * leaves out the data that shows them.
   */
  arrivalsTo: (wallets: ReadonlySet<string>) => Promise<Arrival[]>
}

type Finality = {
  /** The last block that can no longer change under the chain's rule. */
  finalBlock: bigint
  /** The hash of each requested block; null if the chain has no block of that number. */
  hashes: readonly (string | null)[]
}

type BlockRange = {
  after: { head: bigint; hash: string | null }
  upTo: bigint
  /** The maximum number of blocks. */
  most: number
}

/** Reads the arrivals in wallets on one family of chains; all other code for deposits is shared by all chains. */
export type DepositReader = {
  /**
   * The first block from this number on that nodes still serve, for a chain that has not been read before. Throws
   * RpcUnavailableError, RpcError.
   */
  findFirst: (chain: Chain, from: bigint) => Promise<bigint>
  /** The next blocks; null if they no longer follow `after`. Throws RpcUnavailableError, RpcError. */
  readBlocks: (chain: Chain, range: BlockRange) => Promise<ReadBlocks | null>
  /**
   * The final block by one endpoint, and its hashes of these blocks, in one request. Throws RpcUnavailableError,
   * RpcError.
   */
  readFinality: (chain: Chain, blocks: readonly bigint[]) => Promise<Finality>
}
