import { sql } from 'drizzle-orm'
import type { GasUse } from '@/schemas/ledger/contract'
import type { OperatorCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { type GasUseRow, toGasUse } from './view'

/**
 * Gas by business and chain, the most expensive first: charged and uncharged over the last `days`, held as of now.
 * Top-ups of the platform and their returns count for the business whose wallet they serve, and so do delegations no
 * transaction is charged for.
 */
export async function listGasUse({ db, now }: OperatorCtx, { days }: { days: number | null }): Promise<GasUse[]> {
  const sinceMs = days === null ? null : now().getTime() - days * MS_PER_DAY
  const rows = await db.execute<GasUseRow>(sql`
    with spent as (
      select coalesce(served.business_id, t.business_id) as business_id, t.chain_id,
        coalesce(sum(t.fee_charged_micros) filter (where t.recent), 0) as charged,
        coalesce(sum(t.fee_hold_micros) filter (where t.fee_charged_micros is null), 0) as held,
        coalesce(sum(t.fee_wei) filter (where t.recent and t.fee_hold_micros = 0 and t.payer_hold = 0), 0) as uncharged
      from (
        select t.*, ${sinceMs}::float8 is null or t.created_at >= to_timestamp(${sinceMs}::float8 / 1000) as recent,
          coalesce(p.fee_hold_micros, 0) as payer_hold
        from transactions t left join transactions p on p.id = t.served_transaction_id and t.type = 'DELEGATE'
      ) t
      left join lateral (
        select w.business_id from wallets w
        where (t.type in ('GAS_TOPUP', 'DELEGATE') and w.address = t.to_address) or (t.type = 'FLOAT_RETURN' and w.id = t.wallet_id) limit 1
      ) served on true
      where t.recent or t.status = 'PENDING' or (t.fee_hold_micros > 0 and t.fee_charged_micros is null)
      group by 1, 2
    )
    select s.business_id as "businessId", b.name as "businessName", s.chain_id as "chainId", c.name as "chainName",
      c.native_symbol as "nativeSymbol", c.native_decimals as "nativeDecimals",
      s.charged::text, s.held::text, s.uncharged::text
    from spent s join businesses b on b.id = s.business_id join chains c on c.chain_id = s.chain_id
    where s.charged <> 0 or s.held <> 0 or s.uncharged <> 0
    order by s.charged desc, s.held desc, b.name, s.chain_id`)
  return rows.map(toGasUse)
}
