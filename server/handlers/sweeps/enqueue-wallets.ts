import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import type { TransactionRow } from '@/db/schema'
import { sweepRulesDue } from '@/inngest/events'
import type { SweepTrigger } from '@/schemas/sweeps/words'
import { wake } from '@/server/waking/wake'

/** Lets sweep rules check the wallets of confirmed deposits, in the transaction that confirms them. */
export function enqueueDepositWallets(db: Database, ids: readonly string[], now: Date): Promise<number> {
  const received = sql`select wallet_id, chain_id, token_address from deposits
    where id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
  return enqueueWallets(db, { received, trigger: 'deposit', now })
}

type Ending = { ended: readonly TransactionRow[]; now: Date }

/** Lets sweep rules check wallets that received a transfer from their own business, which is not a deposit. */
export async function enqueueRecipientWallets(db: Database, { ended, now }: Ending): Promise<void> {
  const done = ended.filter(({ status, projectId }) => status === 'COMPLETED' && projectId !== null)
  if (done.length === 0) return
  const rows = done.map(({ businessId, toAddress, chainId, tokenAddress, chainType }) => ({
    ...{ business_id: businessId, to_address: toAddress, chain_id: chainId, token_address: tokenAddress },
    chain_type: chainType,
  }))
  const received = sql`select o.id as wallet_id, t.chain_id, t.token_address
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(business_id uuid, to_address text, chain_id int, token_address text, chain_type text)
      join wallets o on o.business_id = t.business_id and o.chain_type = t.chain_type and o.address = t.to_address`
  if ((await enqueueWallets(db, { received, trigger: 'transfer', now })) > 0) wake(sweepRulesDue, {})
}

type Enqueued = {
  /** Selects `wallet_id`, `chain_id` and `token_address` of possible deposits. */
  received: SQL
  trigger: SweepTrigger
  now: Date
}

/**
 * Lets rules with an arrival trigger check wallets, in the caller's transaction. A wallet that waits after a failure,
 * has an open sweep or is held is only counted. Returns how many wallets are due.
 */
async function enqueueWallets(db: Database, { received, trigger, now }: Enqueued): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`
  const enqueued = await db.execute(sql`
    insert into sweep_wallets (business_id, rule_id, wallet_id, trigger, due_at, updated_at)
    select w.business_id, r.id, w.id, ${trigger}, ${at}, ${at}
    from (select distinct * from (${received}) c) c join wallets w on w.id = c.wallet_id
      cross join lateral (${sweepRuleOf({ wallet: sql`w`, chainId: sql`c.chain_id`, tokenAddress: sql`c.token_address` })}) r
    where r.status = 'ACTIVE' and r.at is null
    order by r.id, w.id
    on conflict (rule_id, wallet_id) do update set asked = sweep_wallets.asked + 1, updated_at = excluded.updated_at,
      due_at = case when sweep_wallets.failures = 0 then least(sweep_wallets.due_at, excluded.due_at) else sweep_wallets.due_at end
    returning wallet_id`)
  return enqueued.length
}

type Source = { wallet: SQL; chainId: SQL; tokenAddress: SQL }

/**
 * The one rule that sweeps an asset out of a wallet, regardless of its status: that of its purpose, else that for all
 * of its project. None of a wallet that is not active, or that a rule of the business sweeps the asset to.
 */
export function sweepRuleOf({ wallet, chainId, tokenAddress }: Source): SQL {
  return sql`
    select s.* from sweep_rules s
    where s.business_id = ${wallet}.business_id and s.project_id = coalesce(${wallet}.bound_project_id, ${wallet}.project_id)
      and s.chain_id = ${chainId} and s.token_address is not distinct from ${tokenAddress} and s.deleted_at is null
      and (s.purpose is null or s.purpose = ${wallet}.purpose) and ${wallet}.is_active
      and s.chain_id in (select chain_id from chains where chain_type = ${wallet}.chain_type)
      and not exists (select from sweep_rules t where t.business_id = s.business_id and t.target_wallet_id = ${wallet}.id
        and t.chain_id = s.chain_id and t.token_address is not distinct from s.token_address and t.deleted_at is null)
    order by s.purpose nulls last limit 1`
}
