import { explainsBloom } from '@/server/chains/evm/bloom'
import {
  type BlockHead,
  type BlockReceipt,
  type ChainLog,
  readBlockLogs,
  readReceiptsOf,
  type Sought,
} from '@/server/chains/evm/read-log-range'
import { receiptsRootOf } from '@/server/chains/evm/receipts-root'
import type { Chain } from '@/server/chains/registry'
import { RpcUnavailableError } from '@/server/chains/rpc'

/** A node's answers do not fit each other: another one may do better. */
export class ContradictionError extends RpcUnavailableError {}

/** At once: receipts of a full block are a megabyte. */
const BLOCKS_AT_ONCE = 10

/** What somebody was told of blocks, to be held against all there is in them. */
type Told = { blocks: readonly BlockHead[]; logs: readonly ChainLog[]; sought: Sought }

/**
 * Proves that of these blocks every log that was sought was told. The receipts of a block have to make its header's root, which leaves nothing open; where a
 * node has none, or its chain makes the root in another way, all logs of the block have to account for the header's bloom. Throws
 * ContradictionError, RpcUnavailableError, RpcError.
 */
export async function requireWhole(chain: Chain, { blocks, logs, sought }: Told): Promise<void> {
  for (let at = 0; at < blocks.length; at += BLOCKS_AT_ONCE) {
    const some = blocks.slice(at, at + BLOCKS_AT_ONCE)
    const receipts = await readReceiptsOf(chain, some)
    const unproven = some.filter((block, n) => {
      const proven = provenLogs(block, receipts[n] ?? null)
      if (proven) requireSame(block, { told: logs, all: proven, sought })
      return proven === null
    })
    if (unproven.length > 0) await requireBloom(chain, { blocks: unproven, logs, sought })
  }
}

/** Every log of a block whose receipts are those of its header; null where they are not, or none came. */
function provenLogs({ hash, receiptsRoot }: BlockHead, receipts: readonly BlockReceipt[] | null): ChainLog[] | null {
  if (receipts === null || receiptsRoot === undefined || receiptsRootOf(receipts) !== receiptsRoot) return null
  return receipts.every(({ blockHash }) => blockHash === hash) ? receipts.flatMap(({ logs }) => logs) : null
}

async function requireBloom(chain: Chain, { blocks, logs, sought }: Told): Promise<void> {
  const all = await readBlockLogs(chain, blocks)
  for (const [n, block] of blocks.entries()) {
    const own = all[n] ?? []
    if (own.some(({ blockHash }) => blockHash !== block.hash) || !explainsBloom(own, block.logsBloom))
      throw new ContradictionError(`block ${block.number}: its logs are not those of its header`)
    requireSame(block, { told: logs, all: own, sought })
  }
}

type Compared = { told: readonly ChainLog[]; all: readonly ChainLog[]; sought: Sought }

function requireSame({ hash, number }: BlockHead, { told, all, sought }: Compared): void {
  const addresses = new Set(sought.addresses.map((address) => address.toLowerCase()))
  const topics = new Set<string>(sought.topics)
  const there = all.filter(({ address, topics: [topic = ''] }) => addresses.has(address) && topics.has(topic))
  const known = new Set(told.filter(({ blockHash }) => blockHash === hash).map(toText))
  if (there.length !== known.size || !there.every((log) => known.has(toText(log))))
    throw new ContradictionError(`block ${number}: logs were left out or made up`)
}

function toText({ logIndex, transactionHash, address, topics, data }: ChainLog): string {
  return [logIndex, transactionHash, address, ...topics, data].join(' ')
}
