import type { Hex } from 'viem'
import { oncePerProcess } from '@/db/once-per-process'
import { explainsBloom } from '@/server/chains/evm/bloom'
import {
  type BlockHead,
  type BlockReceipt,
  type ChainLog,
  type ChainLogFilter,
  readBlockLogs,
  readReceiptsOf,
} from '@/server/chains/evm/read-log-range'
import { receiptsRootOf } from '@/server/chains/evm/receipts-root'
import type { Chain } from '@/server/chains/registry'
import { RpcUnavailableError } from '@/server/chains/rpc'

/** The answers of a node contradict each other; another node may answer correctly. */
export class ContradictionError extends RpcUnavailableError {}

/** The blocks of one request: the receipts of a full block are a third of a megabyte. */
const BLOCKS_A_REQUEST = 10
/** Requests in flight together: the round trip to a distant node is then paid once for all of them. */
const REQUESTS_AT_ONCE = 4

/** Blocks and logs that a node reported, to compare with the complete content of the blocks. */
type ReportedBlocks = { blocks: readonly BlockHead[]; logs: readonly ChainLog[]; filter: ChainLogFilter }
type Claim = {
  /** The reported logs of a block, by its hash. */
  reported: ReadonlyMap<Hex, readonly ChainLog[]>
  isMatching: (log: ChainLog) => boolean
}

/**
 * Chains whose receipts have produced the root of a header at least once, which proves that they build it in the
 * standard way.
 */
const rooted = oncePerProcess('rooted-chains', () => new Set<number>())

/**
 * Proves that the node reported every wanted log of these blocks. The receipts of a block have to hash to the root in
 * its header, which is a full proof, from any of the `witnesses`. If none has the receipts, or the chain computes the
 * root in another way, all logs of the block have to match the header's bloom. Throws ContradictionError,
 * RpcUnavailableError, RpcError.
 */
export async function requireCompleteLogs(
  source: Chain,
  witnesses: readonly Chain[],
  { blocks, logs, filter }: ReportedBlocks,
): Promise<void> {
  const claim = { reported: byBlock(logs), isMatching: isAnyOf(filter) }
  let at = 0
  const proveNext = async (): Promise<void> => {
    while (at < blocks.length) {
      const some = blocks.slice(at, at + BLOCKS_A_REQUEST)
      at += BLOCKS_A_REQUEST
      const unproven = await proveByReceipts(witnesses, some, claim)
      if (unproven.length > 0) await requireBloom(source, unproven, claim)
    }
  }
  // The first error ends all: nothing more is requested.
  const proveAll = () =>
    proveNext().catch((error: unknown) => {
      at = blocks.length
      throw error
    })
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, proveAll))
}

/** Blocks of which no witness has receipts that can prove anything. */
async function proveByReceipts(
  witnesses: readonly Chain[],
  blocks: readonly BlockHead[],
  claim: Claim,
): Promise<BlockHead[]> {
  let open = [...blocks]
  const misfits = new Set<BlockHead>()
  for (const witness of witnesses) {
    if (open.length === 0) break
    const receipts = await readReceiptsOf(witness, open).catch(noneIfUnavailable)
    const unproven: BlockHead[] = []
    for (const [n, block] of open.entries()) {
      const found = receipts[n] ?? null
      const proven = found && (await provenLogs(block, found))
      if (proven === null) {
        if (found) misfits.add(block)
        unproven.push(block)
        continue
      }
      if (proven.length > 0) rooted.add(witness.chainId)
      requireSame(block, proven, claim)
    }
    open = unproven
  }
  const misfit = open.find((block) => misfits.has(block))
  if (misfit && witnesses.some(({ chainId }) => rooted.has(chainId)))
    throw new ContradictionError(`block ${misfit.number}: its receipts are not those of its header`)
  return open
}

function noneIfUnavailable(error: unknown): null[] {
  if (error instanceof RpcUnavailableError) return []
  throw error
}

/**
 * Every log of a block whose receipts match its header; null if they do not. A chain may add one receipt that its
 * header does not include.
 */
async function provenLogs(
  { hash, receiptsRoot }: BlockHead,
  receipts: readonly BlockReceipt[],
): Promise<ChainLog[] | null> {
  if (receipts.some(({ blockHash }) => blockHash !== hash)) return null
  for (const some of [receipts, receipts.slice(0, -1)]) {
    if ((await receiptsRootOf(some)) === receiptsRoot) return receipts.flatMap(({ logs }) => logs)
  }
  return null
}

async function requireBloom(chain: Chain, blocks: readonly BlockHead[], claim: Claim): Promise<void> {
  const all = await readBlockLogs(chain, blocks)
  for (const [n, block] of blocks.entries()) {
    const own = all[n] ?? []
    if (own.some(({ blockHash }) => blockHash !== block.hash) || !explainsBloom(own, block.logsBloom))
      throw new ContradictionError(`block ${block.number}: its logs are not those of its header`)
    requireSame(block, own, claim)
  }
}

function requireSame({ hash, number }: BlockHead, all: readonly ChainLog[], { reported, isMatching }: Claim): void {
  const there = all.filter(isMatching)
  const known = new Set(reported.get(hash)?.map(toText))
  if (there.length !== known.size || !there.every((log) => known.has(toText(log))))
    throw new ContradictionError(`block ${number}: logs were left out or made up`)
}

function byBlock(logs: readonly ChainLog[]): Map<Hex, ChainLog[]> {
  const blocks = new Map<Hex, ChainLog[]>()
  for (const log of logs) {
    const same = blocks.get(log.blockHash)
    if (same) same.push(log)
    else blocks.set(log.blockHash, [log])
  }
  return blocks
}

function isAnyOf({ addresses, topics }: ChainLogFilter): Claim['isMatching'] {
  const contracts = new Set(addresses.map((address) => address.toLowerCase()))
  const names = new Set<string>(topics)
  return ({ address, topics: [topic = ''] }) => contracts.has(address) && names.has(topic)
}

function toText({ logIndex, transactionHash, address, topics, data }: ChainLog): string {
  return [logIndex, transactionHash, address, ...topics, data].join(' ')
}
