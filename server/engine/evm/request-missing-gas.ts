import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { closeAlarm, raiseAlarm } from '@/server/alarms/raise-alarm'
import { currentFees } from '@/server/chains/evm/fees'
import { quantity } from '@/server/chains/evm/read-latest-quantities'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { requestTopUps } from '@/server/platform/top-up'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import type { GasNeed } from '@/server/queue/grow-top-ups'
import { coverTopUps } from './cover-top-ups'
import { worstFeeOf } from './load-in-flight'
import type { Sent } from './send-attempts'

const units = z.string().transform((text) => BigInt(text))
/** The first waiting transaction, which pays for the gas. */
const headRow = z.object({
  id: z.string(),
  businessId: z.string(),
  nativePriceE8: units.nullable(),
  gasBudgetMicros: units,
  worstUnits: units,
})
const underfundedRow = z.object({
  address: z.string(),
  isPlatform: z.boolean(),
  /** Null if nothing is in flight any more. */
  head: headRow.nullable(),
  fees: units,
  /** The owner's coins that the transactions in flight move. */
  values: units,
  /** The platform's coins that returns of floats in flight move. */
  returned: units,
  platformUnits: units,
})
type Underfunded = z.infer<typeof underfundedRow>

/**
 * Requests gas for wallets whose signed transactions nodes refuse for lack of funds. If the owner's own coins no longer
 * cover the amounts (a deposit was reorged), it raises an alarm instead, because extra gas would be spent as an amount.
 */
export async function requestMissingGas(ctx: WorkerCtx, chain: Chain, sent: Sent[]): Promise<void> {
  const underfunded = sent.filter(({ outcome }) => outcome === 'insufficient_funds').map(({ attempt }) => attempt.id)
  if (underfunded.length === 0) return
  const lanes = await loadUnderfunded(ctx, chain.chainId, underfunded)
  const balances = await callRpcBatch(
    chain,
    lanes.map(({ address }) => ({ method: 'eth_getBalance', params: [address, 'latest'] })),
  )
  const needs: GasNeed[] = []
  for (const [index, lane] of lanes.entries()) {
    const balanceUnits = readAnswer(quantity, balances[index])
    const cause = { kind: 'needs_operator' as const, chainId: chain.chainId, subject: lane.address }
    if (isUncovered(lane, balanceUnits)) {
      const message = `The wallet ${lane.address} no longer holds what its sent transactions move. Cancel them.`
      await raiseAlarm(ctx.db, { ...cause, message })
      continue
    }
    const shortUnits = shortOf(lane, balanceUnits)
    if (shortUnits > 0n && !(await isPaidFor(ctx, chain, lane))) {
      const message = `The wallet ${lane.address} lacks gas for its sent transactions, and its business's balance does not cover more. Credit the business.`
      await raiseAlarm(ctx.db, { ...cause, message })
      continue
    }
    await closeAlarm(ctx.db, cause)
    needs.push({ lane, shortUnits, servedTransactionId: lane.isPlatform ? null : (lane.head?.id ?? null) })
  }
  await requestTopUps(
    ctx,
    chain,
    needs.filter(({ shortUnits }) => shortUnits > 0n),
  )
}

/**
 * Whether the hold covers the top-up in addition to everything sent for the transaction before. Only if a business pays
 * its gas; otherwise true.
 */
async function isPaidFor(ctx: WorkerCtx, chain: Chain, { isPlatform, address, head }: Underfunded): Promise<boolean> {
  if (chain.gasPolicy === 'sponsored' || isPlatform || head === null) return true
  const fees = await currentFees(chain)
  const covered = await coverTopUps(ctx, chain, [{ payer: head, address, worstUnits: head.worstUnits, fees }])
  return covered.has(head.id)
}

function isUncovered({ isPlatform, values, platformUnits }: Underfunded, balanceUnits: bigint): boolean {
  return !isPlatform && values > 0n && balanceUnits - platformUnits < values
}

/** The missing units, at most the gas of the transactions in flight. */
function shortOf({ fees, values, returned }: Underfunded, balanceUnits: bigint): bigint {
  const missing = fees + values + returned - balanceUnits
  return missing < fees ? missing : fees
}

/**
 * Reads, for the senders of these attempts, the maximum cost and amount of everything unmined by its newest attempt,
 * and the platform's coins in them. Senders with a pending top-up are left out.
 */
async function loadUnderfunded({ db }: WorkerCtx, chainId: number, attemptIds: string[]): Promise<Underfunded[]> {
  const rows = await db.execute(sql`
    with senders as (
      select distinct from_address as address from transaction_attempts
      where id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(attemptIds)}::jsonb))
    )
    select s.address, l.business_id = ${PLATFORM_BUSINESS_ID} as "isPlatform", (array_agg(f.payer order by f.nonce))[1] as head,
      coalesce(sum(f.fee), 0)::text as fees,
      coalesce(sum(f.value) filter (where not f.is_float_return), 0)::text as values,
      coalesce(sum(f.value) filter (where f.is_float_return), 0)::text as returned, l.gas_float_units::text as "platformUnits"
    from senders s join lanes l on l.chain_id = ${chainId} and l.address = s.address
    left join lateral (
      select jsonb_build_object('id', t.id, 'businessId', t.business_id, 'nativePriceE8', t.native_price_e8::text,
          'gasBudgetMicros', t.gas_budget_micros::text, 'worstUnits', ${worstFeeOf('a')}::text) as payer,
        t.nonce, ${worstFeeOf('a')} as fee, t.type = 'FLOAT_RETURN' as is_float_return,
        case when t.token_address is null and t.wallet_id = t.lane_wallet_id and a.reason <> 'cancel' then t.amount_units else 0 end as value
      from transactions t cross join lateral (
        select * from transaction_attempts a where a.transaction_id = t.id order by a.created_at desc, a.id desc limit 1
      ) a
      where t.chain_id = l.chain_id and t.lane_wallet_id = l.wallet_id and t.status = 'PENDING' and t.stage in ('signed', 'broadcast')
    ) f on true
    where not exists (select 1 from transactions t
      where t.chain_id = l.chain_id and t.to_address = l.address and t.type = 'GAS_TOPUP' and t.status = 'PENDING')
    group by s.address, l.business_id, l.gas_float_units`)
  return z.array(underfundedRow).parse([...rows])
}
