import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { WorkerCtx } from '@/server/ctx'
import type { Lane } from './open-lanes'

const units = z.string().transform((text) => BigInt(text))

const feesRow = z.object({ walletId: z.uuid(), count: z.number(), worstFees: units, minedFees: units })
/**
 * Fees of a lane in flight: `worstFees` for transactions that are signed and not mined, `minedFees` for those that are
 * mined and not final. The return of a float counts with its amount, which leaves the float like a fee.
 */
export type InFlight = z.infer<typeof feesRow>

const amountsRow = z.object({
  walletId: z.uuid(),
  count: z.number(),
  nativeUnits: units,
  tokens: z.record(z.string(), units),
  /** The most the owner's own lane may pay in fees for it. */
  ownFees: units,
  /** The number of transactions that are mined and not final, and the coins of those that relayers sent. */
  settling: z.number(),
  settlingUnits: units,
})
/** The amounts of an owner in flight. Planning treats them as spent although no block contains them yet. */
export type InFlightAmounts = z.infer<typeof amountsRow>

/** Fees of the lanes' signed transactions, by lane. */
export async function loadInFlight({ db }: WorkerCtx, chainId: number, lanes: Lane[]): Promise<Map<string, InFlight>> {
  const rows = await db.execute(sql`
    select t.lane_wallet_id as "walletId", count(*) filter (where t.stage <> 'mined')::int as count,
      coalesce(sum(w.fee + s.returned) filter (where t.stage <> 'mined'), 0)::text as "worstFees",
      coalesce(sum(t.fee_wei + s.returned) filter (where t.stage = 'mined'), 0)::text as "minedFees"
    from transactions t left join lateral (
      select max(${worstFeeOf('a')}) as fee from transaction_attempts a where a.transaction_id = t.id
    ) w on true
    cross join lateral (select case when t.type = 'FLOAT_RETURN' then t.amount_units else 0 end as returned) s
    where t.chain_id = ${chainId} and t.status = 'PENDING' and t.stage in ('signed', 'broadcast', 'mined')
      and t.lane_wallet_id in (select value::uuid from jsonb_array_elements_text(${idsOf(lanes)}::jsonb))
    group by 1`)
  return byWallet(z.array(feesRow).parse([...rows]))
}

/**
 * Amounts of the wallets' signed but unmined transactions, by owner, in whichever lane they are. The return of a float
 * moves no coins of the owner.
 */
export async function loadInFlightAmounts(
  { db }: WorkerCtx,
  chainId: number,
  owners: { walletId: string }[],
): Promise<Map<string, InFlightAmounts>> {
  const rows = await db.execute(sql`
    with open as (
      select t.wallet_id, t.token_address, t.amount_units, t.stage = 'mined' as is_mined, t.lane_wallet_id = t.wallet_id as is_own,
        case when t.token_address is null and t.type <> 'FLOAT_RETURN' then t.amount_units else 0 end as native_units, w.fee
      from transactions t left join lateral (
        select max(${worstFeeOf('a')}) as fee from transaction_attempts a
        where a.transaction_id = t.id and t.lane_wallet_id = t.wallet_id and t.stage <> 'mined'
      ) w on true
      where t.chain_id = ${chainId} and t.status = 'PENDING' and t.stage in ('signed', 'broadcast', 'mined')
        and t.wallet_id in (select value::uuid from jsonb_array_elements_text(${idsOf(owners)}::jsonb))
    )
    select wallet_id as "walletId", count(*) filter (where not is_mined)::int as count,
      coalesce(sum(native_units) filter (where not is_mined), 0)::text as "nativeUnits",
      coalesce(sum(fee), 0)::text as "ownFees", count(*) filter (where is_mined)::int as settling,
      coalesce(sum(native_units) filter (where is_mined and not is_own), 0)::text as "settlingUnits",
      coalesce((select jsonb_object_agg(s.token_address, s.units) from (
        select o.token_address, sum(o.amount_units)::text as units from open o
        where o.wallet_id = open.wallet_id and o.token_address is not null and not o.is_mined group by 1) s), '{}'::jsonb) as tokens
    from open group by wallet_id`)
  return byWallet(z.array(amountsRow).parse([...rows]))
}

function idsOf(wallets: { walletId: string }[]): string {
  return JSON.stringify([...new Set(wallets.map((wallet) => wallet.walletId))])
}

function byWallet<T extends { walletId: string }>(rows: T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.walletId, row]))
}

/**
 * The maximum cost of signed bytes, in native units: their gas at its highest price, and the fee of the first layer.
 * For a row of `transaction_attempts` with this alias. Use it wherever coins or holds have to cover signed bytes.
 */
export function worstFeeOf(attempt: 'a'): SQL {
  return sql.raw(`(${attempt}.gas_limit * ${attempt}.max_fee_per_gas + ${attempt}.l1_fee_units)`)
}
