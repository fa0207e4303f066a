import { oncePerProcess } from '@/db/once-per-process'
import type { Chain } from '@/server/chains/registry'
import { type EndpointHealth, healthOf } from './endpoint-health'
import { RPC_LIMITS } from './limits'

/** The best head any endpoint of a chain has shown to this process. */
type BestHead = { block: bigint; seenAt: number }

const best = oncePerProcess('rpc-heads', () => new Map<number, BestHead>())

/** Records a head that an endpoint has just reported, and its distance from the best one. */
export function recordHead(chainId: number, health: EndpointHealth, head: bigint): void {
  const now = Date.now()
  const bestHead = best.get(chainId)
  const isBest = !bestHead || head >= bestHead.block || now - bestHead.seenAt > RPC_LIMITS.headBelievedMs
  if (isBest) best.set(chainId, { block: head, seenAt: now })
  health.head = head
  health.headAt = now
  health.lagBlocks = isBest ? 0n : bestHead.block - head
}

/**
 * Compares after a round of calls that began at `since`: the first endpoint to answer could not be compared with the
 * later ones.
 */
export function compareHeads(endpoints: { id: string }[], since: number): void {
  const seen = endpoints.map(healthOf).filter(({ head, headAt }) => head !== null && headAt >= since)
  const newest = seen.reduce((most, { head }) => (head !== null && head > most ? head : most), 0n)
  for (const health of seen) {
    const lag = newest - (health.head ?? 0n)
    if (lag > health.lagBlocks) health.lagBlocks = lag
  }
}

/** Whether an endpoint is too far behind to be used. */
export function isLagging(chain: Chain, endpoint: { id: string }): boolean {
  return healthOf(endpoint).lagBlocks > toleratedLag(chain)
}

/** In blocks. A fast chain's endpoints are apart by several blocks at any moment. */
export function toleratedLag({ blockTimeMs }: { blockTimeMs: number }): bigint {
  return BigInt(Math.max(2, Math.ceil(RPC_LIMITS.lagToleratedMs / Math.max(1, blockTimeMs))))
}

/** A head as EVM nodes (hex) and Solana nodes (number) write it; null for anything else. */
export function toHead(result: unknown): bigint | null {
  if (typeof result === 'number' && Number.isSafeInteger(result)) return BigInt(result)
  return typeof result === 'string' && /^0x[0-9a-f]{1,16}$/i.test(result) ? BigInt(result) : null
}
