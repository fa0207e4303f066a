import { setTimeout as wait } from 'node:timers/promises'
import { oncePerProcess } from '@/db/once-per-process'
import { readHeadBlock, readHeaders } from '@/server/chains/evm/read-headers'
import { finalBlockOf } from '@/server/chains/follow-blocks'
import { type Chain, findChain } from '@/server/chains/registry'
import { readFinalSlot } from '@/server/chains/solana/read-blocks'

/**
 * The listeners to a chain's blocks, each with the minimum time between two calls in ms; and the newest block, null if
 * nodes did not report it.
 */
type Watch = { listeners: Map<() => void, number>; head: bigint | null }
const watches = () => oncePerProcess('watched-heads', () => new Map<number, Watch>())

/**
 * Calls `onHead` when a chain has another newest block, and when its nodes do not report it, so that each listener
 * finds out. This process sends one request at a time for all listeners. A listener with `spacingMs` is called no more
 * often than that, unless another listener needs it. Returns a function that stops listening.
 */
export function watchHead(chain: Chain, onHead: () => void, spacingMs = 0): () => void {
  const watch: Watch = watches().get(chain.chainId) ?? { listeners: new Map(), head: null }
  watch.listeners.set(onHead, spacingMs)
  if (!watches().has(chain.chainId)) {
    watches().set(chain.chainId, watch)
    void pollHead(chain, watch)
  }
  return () => watch.listeners.delete(onHead)
}

/**
 * The newest block of a chain (`readHead`), as this process saw it last, or requested if the chain is not watched.
 * Throws RpcUnavailableError, RpcError.
 */
export async function newestHead(chain: Chain): Promise<bigint> {
  return watches().get(chain.chainId)?.head ?? readHead(chain)
}

async function pollHead(first: Chain, watch: Watch): Promise<void> {
  const { chainId } = first
  const pace = paceOf()
  // A test may have cleared the state of the process, so that other watches exist.
  while (watch.listeners.size > 0 && watches().get(chainId) === watch) {
    const chain = (await findChain(chainId).catch(() => null)) ?? first
    const head = await readHead(chain).catch(() => null)
    const isNew = head !== watch.head
    watch.head = head
    if (isNew) pace.note(chain, head)
    if (isNew || head === null) for (const onHead of [...watch.listeners.keys()]) onHead()
    if (watch.listeners.size === 0) break
    const spacingMs = Math.min(...watch.listeners.values())
    // On a chain that is not faster, one request for each block is enough.
    const nextMs = spacingMs > chain.blockTimeMs ? spacingMs : pace.nextMs(chain)
    await wait(nextMs, undefined, { ref: false })
  }
  if (watches().get(chainId) === watch) watches().delete(chainId)
}

/** After this number of consecutive blocks on schedule, a chain counts as regular. */
const STEADY_AFTER = 3
/**
 * The part of the block time to wait after the last block. It shrinks with each block until a poll comes before the
 * next block.
 */
const NEXT_BLOCK = 0.97

/**
 * The time of the next poll: every quarter of a block time; on a regular chain, not before its next block is almost
 * due.
 */
function paceOf() {
  let newestAt = 0
  let onTime = 0
  return {
    note(chain: Chain, head: bigint | null): void {
      const tookMs = performance.now() - newestAt
      newestAt += tookMs
      const isOnTime = head !== null && Math.abs(tookMs - chain.blockTimeMs) <= pollMs(chain)
      onTime = isOnTime ? onTime + 1 : 0
    },
    nextMs(chain: Chain): number {
      if (onTime < STEADY_AFTER) return pollMs(chain)
      const dueMs = newestAt + NEXT_BLOCK * chain.blockTimeMs - performance.now()
      return dueMs > 0 ? dueMs : pollMs(chain) / 2
    },
  }
}

/** A quarter of the block time, within limits. */
export function pollMs({ blockTimeMs }: Chain): number {
  return Math.min(1_000, Math.max(100, Math.round(blockTimeMs / 4)))
}

/** The newest block of a chain, on Solana the newest finalized slot. Throws RpcUnavailableError, RpcError. */
export async function readHead(chain: Chain): Promise<bigint> {
  return chain.chainType === 'SOLANA' ? readFinalSlot(chain) : readHeadBlock(chain)
}

/**
 * The last block of a chain that can no longer change under the chain's own rule; on Solana its slot. Throws
 * RpcUnavailableError, RpcError.
 */
export async function readFinalBlock(chain: Chain): Promise<bigint> {
  const head = await newestHead(chain)
  if (chain.chainType === 'SOLANA') return head
  if (chain.finality === 'depth') return finalBlockOf(chain, head, null)
  const [tagged] = await readHeaders(chain, [chain.finality])
  return finalBlockOf(chain, head, tagged?.number ?? null)
}
