import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'
import { blockedSince } from '@/server/engine/blocked-since'
import type { Queued } from './load-queue'

type Sender = Pick<Queued, 'businessId' | 'walletId' | 'fromAddress'>

/** Pauses the wallets of transfers for a moment and stores the reason, which the pages of the transfers show. */
export async function pauseWallets(
  { db }: WorkerCtx,
  chainId: number,
  { queued, reason, pauseMs }: { queued: readonly Sender[]; reason: string; pauseMs: number },
): Promise<void> {
  if (queued.length === 0) return
  const rows = [...new Map(queued.map((row) => [row.walletId, row])).values()].map((row) => ({
    business_id: row.businessId,
    wallet_id: row.walletId,
    address: row.fromAddress,
  }))
  await db.execute(sql`
    insert into lanes (business_id, chain_id, wallet_id, address, not_before, blocked_reason, blocked_since, blocked_count)
    select business_id, ${chainId}::int, wallet_id, address, now() + make_interval(secs => ${pauseMs / 1_000}), ${reason}, now(), 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(business_id uuid, wallet_id uuid, address text)
    on conflict (chain_id, wallet_id) do update set not_before = excluded.not_before, blocked_reason = excluded.blocked_reason,
      ${blockedSince(sql`lanes`, sql`excluded.blocked_reason`)}`)
}
