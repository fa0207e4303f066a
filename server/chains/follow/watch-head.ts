import { setTimeout as wait } from 'node:timers/promises'
import { oncePerProcess } from '@/db/once-per-process'
import { readHeadBlock, readHeaders } from '@/server/chains/evm/read-headers'
import { finalBlockOf } from '@/server/chains/follow-blocks'
import { type Chain, findChain } from '@/server/chains/registry'
import { readFinalSlot } from '@/server/chains/solana/read-blocks'

/**
 * Who wants to hear of a chain's blocks, each with the least distance between two looks in ms, and the newest one; null
 * where nodes did not say.
 */
type Watch = { listeners: Map<() => void, number>; head: bigint | null }
const watches = () => oncePerProcess('watched-heads', () => new Map<number, Watch>())

/**
 * Calls `heard` whenever a chain has another newest block, and whenever its nodes do not say: then each listener finds
 * out for itself. However many listen, one question of this process at a time asks for it. Who looks only once every
 * `spacingMs` is not told of a faster chain's blocks more often, unless another listener wants to be. Returns how to
 * stop listening.
 */
export function watchHead(chain: Chain, onHead: () => void, spacingMs = 0): () => void {
  const watch: Watch = watches().get(chain.chainId) ?? { listeners: new Map(), head: null }
  watch.listeners.set(onHead, spacingMs)
  if (!watches().has(chain.chainId)) {
    watches().set(chain.chainId, watch)
    void askOnAndOn(chain, watch)
  }
  return () => watch.listeners.delete(onHead)
}

/**
 * The newest block of a chain (`readHead`): as the watch of this process saw it last, asked for where none is kept.
 * Throws RpcUnavailableError, RpcError.
 */
export async function newestHead(chain: Chain): Promise<bigint> {
  return watches().get(chain.chainId)?.head ?? readHead(chain)
}

async function askOnAndOn(first: Chain, watch: Watch): Promise<void> {
  const { chainId } = first
  const pace = paceOf()
  // A process that a test made forget has other watches.
  while (watch.listeners.size > 0 && watches().get(chainId) === watch) {
    const chain = (await findChain(chainId).catch(() => null)) ?? first
    const head = await readHead(chain).catch(() => null)
    const isNew = head !== watch.head
    watch.head = head
    if (isNew) pace.note(chain, head)
    if (isNew || head === null) for (const onHead of [...watch.listeners.keys()]) onHead()
    if (watch.listeners.size === 0) break
    const spacingMs = Math.min(...watch.listeners.values())
    // On a chain that is no faster, questions keep to its blocks.
    const nextMs = spacingMs > chain.blockTimeMs ? spacingMs : pace.nextMs(chain)
    await wait(nextMs, undefined, { ref: false })
  }
  if (watches().get(chainId) === watch) watches().delete(chainId)
}

/** After this number of blocks at their time, in a row, a chain counts as one that keeps time. */
const STEADY_AFTER = 3
/**
 * The part of a block's time to wait after the last one: each poll comes a little nearer to the block, until one comes
 * before it.
 */
const NEXT_BLOCK = 0.97

/** When to poll next: every quarter of a block. On a chain that keeps time, not before its next block is about due. */
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

/** A quarter of a block, within reason. */
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
