import { sql } from 'drizzle-orm'
import { oncePerProcess } from '@/db/once-per-process'
import { walletCounters } from '@/db/schema/wallets'
import { MAX_ADDRESS_INDEX } from '@/schemas/wallets/contract'
import { workerCtx } from '@/server/ctx'
import { mayTake, recovering, requireKnownDatabase } from '@/server/recovery/is-recovering'
import type { ChainType } from '@/server/text/chain-type'

/** A process reserves this many at a time; the ones it has not used at its end are never used. */
const BLOCK = 64

type IndexRequest = { businessId: string; chainType: ChainType }
type Block = { next: number; end: number }

const blocks = () => oncePerProcess('reserved-indices', () => new Map<string, Block>())
const refills = () => oncePerProcess('index-refills', () => new Map<string, Promise<void>>())

/**
 * One unique HD index of a business. A separate statement moves the counter once for many callers, so that no
 * transaction waits for another. A caller that fails leaves a gap: only for wallets of the platform, whose indices may
 * have gaps. Called outside a transaction.
 */
export async function reserveIndex(request: IndexRequest): Promise<number> {
  const key = `${request.businessId} ${request.chainType}`
  for (;;) {
    const block = blocks().get(key)
    if (block && block.next < block.end) return block.next++
    const refill = refills().get(key) ?? refillBlock(key, request)
    refills().set(key, refill)
    await refill
  }
}

/**
 * Forgets the indices that this process has reserved. They stay unused, because after a restore another process may
 * have used it.
 */
export function forgetReservedIndices(): void {
  blocks().clear()
}

async function refillBlock(key: string, request: IndexRequest): Promise<void> {
  try {
    blocks().set(key, await reserveBlock(request))
  } finally {
    refills().delete(key)
  }
}

async function reserveBlock({ businessId, chainType }: IndexRequest): Promise<Block> {
  requireKnownDatabase()
  const [counter] = await workerCtx()
    .db.insert(walletCounters)
    .values({ businessId, chainType, nextIndex: BLOCK })
    .onConflictDoUpdate({
      target: [walletCounters.businessId, walletCounters.chainType],
      set: { nextIndex: sql`${walletCounters.nextIndex} + ${BLOCK}` },
    })
    .returning({ end: walletCounters.nextIndex, mayTake: sql<boolean>`${mayTake()}` })
  if (!counter) throw new Error('the wallet counter returned no index')
  if (!counter.mayTake) throw recovering()
  if (counter.end - 1 > MAX_ADDRESS_INDEX) throw new Error(`no ${chainType} address index is left`)
  return { next: counter.end - BLOCK, end: counter.end }
}
