import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { PAYMENT_DEPOSIT } from '@/schemas/payments/words'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

/**
 * Records deposits that were just confirmed at addresses of payments, in the transaction that confirms them: a job
 * books them. An asset that the address does not accept is only shown to operators. So is a deposit that was final
 * before in a removed block, because it is or will be booked.
 */
export async function recordArrivals(db: Database, ids: readonly string[], now: Date): Promise<number> {
  const noted = await db.execute(sql`
    insert into payment_arrivals (deposit_id, wallet_id, account_id, chain_id, token_address, units, provider_txn_id, state, next_attempt_at,
      created_at, updated_at)
    select d.id, d.wallet_id, a.id, d.chain_id, d.token_address, d.amount_units,
      d.chain_id || ':' || d.tx_hash || ':' || coalesce(d.log_index::text, 'native'),
      case when a.id is null then 'FOREIGN' when gone.is_there then 'DOUBTFUL' else 'NEW' end,
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from deposits d join wallets w on w.id = d.wallet_id
      left join lateral (select id from deposit_accounts where wallet_id = d.wallet_id and address is not null and address = w.address
        and chain_id = d.chain_id and token_address = d.token_address order by id limit 1) a on true
      cross join lateral (select exists (select 1 from payment_arrivals p join deposits g on g.id = p.deposit_id
        where p.state = 'REVERTED' and g.tx_hash = d.tx_hash and g.chain_id = d.chain_id and g.wallet_id = d.wallet_id) as is_there) gone
    where w.business_id = ${PLATFORM_BUSINESS_ID} and w.purpose = ${PAYMENT_DEPOSIT}
      and d.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
    on conflict do nothing returning deposit_id`)
  return noted.length
}

/**
 * Records that deposits left the chain, so that they are not booked any more. An alarm and the operators' list report
 * one that was booked already, until two operators decide about it. An earlier decision is about the time when the
 * deposit was on the chain.
 */
export async function revertArrivals(db: Database, ids: readonly string[], now: Date): Promise<number> {
  await db.execute(sql`
    update payment_arrivals set state = 'REVERTED', updated_at = ${now.toISOString()}::timestamptz,
      decided_by = case when state in ('NEW', 'RECEIVED') then null else decided_by end,
      decision = case when state in ('NEW', 'RECEIVED') then null else decision end,
      proposed_by = null, proposal = null
    where deposit_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) and state <> 'REVERTED'`)
  return 0
}

/** The time of a block may be behind the clock. */
const SLACK_BLOCKS = 3

/**
 * Records that all payments which came in time are known, for accounts whose chain is read past their end and has
 * nothing left to finalize or book. The quotes of these accounts may end.
 */
export async function markFullyWatched({ db, now }: WorkerCtx, { chainId, blockTimeMs }: Chain): Promise<void> {
  const endedBy = new Date(now().getTime() - SLACK_BLOCKS * blockTimeMs).toISOString()
  await db.execute(sql`
    update deposit_accounts a set polled_at = ${now().toISOString()}::timestamptz
    where a.kind = 'STABLECOIN' and a.chain_id = ${chainId} and a.status = 'OPEN' and a.expiry_at <= ${endedBy}::timestamptz
      and (a.polled_at is null or a.polled_at < a.expiry_at) and a.watch_until > ${now().toISOString()}::timestamptz
      and not exists (select 1 from deposits d where d.business_id = (select business_id from wallets where id = a.wallet_id)
        and d.wallet_id = a.wallet_id and d.chain_id = ${chainId} and d.stage = 'seen')
      and not exists (select 1 from payment_arrivals p where p.account_id = a.id and p.state = 'NEW')`)
}
