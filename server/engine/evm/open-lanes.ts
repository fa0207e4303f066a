import { and, eq, inArray, sql } from 'drizzle-orm'
import { isLeaseFree, NO_LEASE, newLeaseValues } from '@/db/lease'
import { lanes } from '@/db/schema'
import { isOwnerActive } from '@/server/businesses/is-owner-active'
import type { WorkerCtx } from '@/server/ctx'
import { blockedSince } from '@/server/engine/blocked-since'
import { isEligibleTransaction, type TransactionSelection } from '@/server/engine/isolate-rows'
import { leaseSeconds } from '@/server/lease-seconds'
import { maySend } from '@/server/recovery/is-recovering'

export type Lane = typeof lanes.$inferSelect

/** Short, so that a crash costs little. The fence, not the time, stops a process that outlives its lease. */
const LEASE_SECONDS = 6
const LANES_PER_TURN = 256

/**
 * Takes the lease of lanes that have queued transactions and no process draining them (or this one). A take-over from
 * another holder raises the fence, so that later writes of the old holder are refused.
 */
export async function claimLanes(
  ctx: WorkerCtx,
  chainId: number,
  { owner, only }: { owner: string; only: TransactionSelection },
): Promise<Lane[]> {
  const { db } = ctx
  const due = db
    .select({ walletId: lanes.walletId })
    .from(lanes)
    .where(
      sql`${lanes.chainId} = ${chainId}
        and ${isLeaseFree(lanes, owner)}
        and ${maySend()}
        and (${lanes.notBefore} is null or ${lanes.notBefore} <= now())
        and exists (select 1 from transactions t where t.chain_id = ${lanes.chainId} and t.lane_wallet_id = ${lanes.walletId}
          and t.stage = 'queued' and t.status = 'PENDING' and ${isOwnerActive('t')} and ${isEligibleTransaction('t', ctx, only)})`,
    )
    // The lanes that waited longest come first, so that each gets its turn if there are more than one turn takes.
    .orderBy(sql`${lanes.leaseUntil} asc nulls first`)
    .limit(LANES_PER_TURN)
    .for('update', { skipLocked: true })
  return db
    .update(lanes)
    .set({ ...newLeaseValues(lanes, owner, leaseSeconds(LEASE_SECONDS)), notBefore: null })
    .where(and(eq(lanes.chainId, chainId), sql`${lanes.walletId} in ${due}`))
    .returning()
}

/**
 * Takes the leases of wallets whose coins or tokens relayers will move. Only one process at a time plans with the
 * balance of a wallet, among all lanes that send for it. Wallets that another process holds are left out.
 */
export async function claimOwners(
  { db }: WorkerCtx,
  chainId: number,
  { owner, walletIds }: { owner: string; walletIds: readonly string[] },
): Promise<Lane[]> {
  if (walletIds.length === 0) return []
  const free = db
    .select({ walletId: lanes.walletId })
    .from(lanes)
    .where(and(eq(lanes.chainId, chainId), inArray(lanes.walletId, [...new Set(walletIds)]), isLeaseFree(lanes, owner)))
    .orderBy(lanes.walletId)
    .for('update', { skipLocked: true })
  return db
    .update(lanes)
    .set(newLeaseValues(lanes, owner, leaseSeconds(LEASE_SECONDS)))
    .where(and(eq(lanes.chainId, chainId), sql`${lanes.walletId} in ${free}`))
    .returning()
}

/** Releases the leases of wallets once their balances are planned with, because another process may wait for them. */
export async function releaseOwners({ db }: WorkerCtx, chainId: number, claimed: readonly Lane[]): Promise<void> {
  if (claimed.length === 0) return
  const rows = claimed.map(({ walletId, fence }) => ({ wallet_id: walletId, fence }))
  const held = sql`(select l.wallet_id from lanes l join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(wallet_id uuid, fence int)
      on l.chain_id = ${chainId} and l.wallet_id = c.wallet_id and l.fence = c.fence
    order by l.wallet_id for update of l)`
  await db
    .update(lanes)
    .set(NO_LEASE)
    .where(and(eq(lanes.chainId, chainId), sql`${lanes.walletId} in ${held}`))
}

/** Releases the leases before they expire, so that another process need not wait. */
export async function releaseLanes({ db }: WorkerCtx, chainId: number, owner: string): Promise<void> {
  await db
    .update(lanes)
    .set(NO_LEASE)
    .where(and(eq(lanes.chainId, chainId), eq(lanes.leaseOwner, owner)))
}

export type Pause = { lane: Lane; reason: string; pauseMs: number }

/** Pauses lanes for a moment and stores the reason, which the pages of their transactions show. */
export async function pauseLanes({ db }: WorkerCtx, pauses: readonly Pause[]): Promise<void> {
  if (pauses.length === 0) return
  const rows = pauses.map(({ lane, reason, pauseMs }) => ({
    chain_id: lane.chainId,
    wallet_id: lane.walletId,
    fence: lane.fence,
    reason,
    seconds: pauseMs / 1_000,
  }))
  await db.execute(sql`
    update lanes l set not_before = now() + make_interval(secs => p.seconds), blocked_reason = p.reason, updated_at = now(),
      ${blockedSince(sql`l`, sql`p.reason`)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as p(chain_id int, wallet_id uuid, fence int, reason text, seconds double precision)
    where l.chain_id = p.chain_id and l.wallet_id = p.wallet_id and l.fence = p.fence`)
}
