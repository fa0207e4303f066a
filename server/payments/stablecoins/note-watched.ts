import { sql } from 'drizzle-orm'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'

/** A block's own time may be behind the clock. */
const SLACK_BLOCKS = 3

/**
 * Says of accounts whose chain is read to its head behind their end, with nothing there that still has to become final or be booked, that all
 * which came in time is known: their quotes may end.
 */
export async function noteWatched({ db, now }: WorkerCtx, { chainId, blockTimeMs }: Chain): Promise<void> {
  const endedBy = new Date(now().getTime() - SLACK_BLOCKS * blockTimeMs).toISOString()
  await db.execute(sql`
    update deposit_accounts a set polled_at = ${now().toISOString()}::timestamptz
    where a.kind = 'STABLECOIN' and a.chain_id = ${chainId} and a.status = 'OPEN' and a.expiry_at <= ${endedBy}::timestamptz
      and (a.polled_at is null or a.polled_at < a.expiry_at) and a.watch_until > ${now().toISOString()}::timestamptz
      and not exists (select 1 from deposits d where d.business_id = (select business_id from wallets where id = a.wallet_id)
        and d.wallet_id = a.wallet_id and d.chain_id = ${chainId} and d.stage = 'seen')
      and not exists (select 1 from payment_arrivals p where p.account_id = a.id and p.state = 'NEW')`)
}
