import { oncePerProcess } from '@/db/once-per-process'
import type { TenantCtx } from '@/server/ctx'
import { openLanes } from '@/server/queue/open-lanes'

type WalletLane = { chainId: number; walletId: string; address: string }

const knownLanes = oncePerProcess('known-lanes', () => new Set<string>())

/** The lane row of a wallet exists once and for good, so a process that saw it need not ask again. */
export async function ensureLane(ctx: TenantCtx, lane: WalletLane): Promise<void> {
  const key = `${lane.chainId}:${lane.walletId}`
  if (knownLanes.has(key)) return
  await openLanes(ctx.db, [{ businessId: ctx.businessId, ...lane }])
  ctx.afterCommit(() => {
    if (knownLanes.size > 100_000) knownLanes.clear()
    knownLanes.add(key)
  })
}
