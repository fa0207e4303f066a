import type { Chain } from '@/server/chains/registry'

/**
 * Something of value that came to an address. Addresses as a family's blocks write them: those of EVM in small letters.
 */
export type Arrival = {
  to: string
  from: string
  /** Null for the native coin. */
  token: { address: string; symbol: string; decimals: number } | null
  units: bigint
  txHash: string
  /** Which of its transaction it is; null where a transaction can bring only one. */
  logIndex: number | null
  blockNumber: bigint
  blockHash: string
}

export type ReadBlocks = {
  /** Every block there is behind the last one that was read, in order. */
  blocks: readonly { number: bigint; hash: string }[]
  /** The last number that was read. */
  readTo: bigint
  /** Every address that may have received something. */
  receivers: ReadonlySet<string>
  /**
   * What those of them that are wallets received, in the order of the chain. Throws RpcUnavailableError where a node
   * leaves out what shows it.
   */
  arrivalsTo: (wallets: ReadonlySet<string>) => Promise<Arrival[]>
}

type Finality = {
  /** The last block that can no longer change under the chain's rule. */
  finalBlock: bigint
  /** The hash of each requested block; null where the chain has no block of that number. */
  hashes: readonly (string | null)[]
}

type Asked = {
  after: { head: bigint; hash: string | null }
  upTo: bigint
  /** The maximum of blocks. */
  most: number
}

/** How one family of chains is read for what arrives in wallets; all else about deposits is the same for each. */
export type DepositReader = {
  /**
   * The first block from this number on that nodes still serve, for a chain that has not been read before. Throws
   * RpcUnavailableError, RpcError.
   */
  findFirst: (chain: Chain, from: bigint) => Promise<bigint>
  /** The next blocks; null where they no longer follow `after`. Throws RpcUnavailableError, RpcError. */
  readBlocks: (chain: Chain, asked: Asked) => Promise<ReadBlocks | null>
  /**
   * What one endpoint takes for final, and the hashes it has for these blocks, asked together. Throws
   * RpcUnavailableError, RpcError.
   */
  readFinality: (chain: Chain, blocks: readonly bigint[]) => Promise<Finality>
}
