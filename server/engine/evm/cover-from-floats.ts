import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { CANCEL_GAS_WITH_CODE } from '@/server/chains/evm/gas-figures'
import { l1FeeUpperBound } from '@/server/chains/evm/l1-fee'
import type { Fees } from '@/server/chains/evm/read-market'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { requestTopUps } from '@/server/platform/top-up'
import type { GasNeed } from '@/server/queue/grow-top-ups'
import { coverTopUps } from './cover-top-ups'
import { worstFeeOf } from './load-in-flight'
import type { StuckRow } from './load-stuck'

/** A replacement of a signed transaction, under the same nonce. */
export type PlannedReplacement = { row: StuckRow; reason: 'bump' | 'cancel'; fees: Fees }

const units = z.string().transform((text) => BigInt(text))
const floatRow = z.object({ walletId: z.string(), leftUnits: units })

/**
 * The replacements whose cost the platform's coins in the wallet cover, if only these may pay. A cost that the business
 * pays in USD, or the return of a float, is never taken from the owner's coins. For the others it requests the missing
 * gas; they are signed once the top-up is final.
 */
export async function coverFromFloats<T extends PlannedReplacement>(
  ctx: WorkerCtx,
  chain: Chain,
  replacements: readonly T[],
): Promise<T[]> {
  const left = await readLeft(
    ctx,
    chain,
    replacements.filter(({ row }) => row.isPaidFromFloat).map(({ row }) => row.laneWalletId),
  )
  const paid: T[] = []
  const short: { each: T; shortUnits: bigint }[] = []
  for (const each of replacements) {
    const { row } = each
    const leftUnits = left.get(row.laneWalletId) ?? 0n
    const moreUnits = row.isPaidFromFloat ? (await worstReplacementCost(chain, each)) - row.worstUnits : 0n
    if (moreUnits <= 0n || moreUnits <= leftUnits) {
      if (moreUnits > 0n) left.set(row.laneWalletId, leftUnits - moreUnits)
      paid.push(each)
      continue
    }
    short.push({ each, shortUnits: moreUnits - (leftUnits > 0n ? leftUnits : 0n) })
  }
  const filled = await coverFillings(
    ctx,
    chain,
    short.map(({ each }) => each),
  )
  const needs = short.flatMap(({ each: { row }, shortUnits }): GasNeed[] =>
    filled.has(row.id)
      ? [{ lane: { address: row.senderAddress }, shortUnits, servedTransactionId: row.isFloatReturn ? null : row.id }]
      : [],
  )
  await requestTopUps(ctx, chain, needs)
  return paid
}

/**
 * Returns the ids of replacements whose holds cover the top-up that they need. For the return of a float, the platform
 * pays the top-up.
 */
async function coverFillings(
  ctx: WorkerCtx,
  chain: Chain,
  replacements: readonly PlannedReplacement[],
): Promise<ReadonlySet<string>> {
  const fillings = replacements.map(async (each) => {
    const { row, fees } = each
    return { payer: row, address: row.senderAddress, worstUnits: await worstReplacementCost(chain, each), fees }
  })
  return coverTopUps(ctx, chain, await Promise.all(fillings))
}

/** The highest possible cost of an attempt. */
export async function worstReplacementCost(chain: Chain, { row, reason, fees }: PlannedReplacement): Promise<bigint> {
  const [newest] = row.attempts
  if (!newest) return 0n
  const gas = reason === 'cancel' ? CANCEL_GAS_WITH_CODE : newest.gasLimit
  return gas * fees.maxFeePerGas + (await l1FeeUpperBound(chain, newest.raw.length / 2))
}

/**
 * The floats that remain after all signed transactions that are not final, by wallet. One statement reads both, so that
 * no amount is subtracted twice or never.
 */
async function readLeft({ db }: WorkerCtx, chain: Chain, walletIds: string[]): Promise<Map<string, bigint>> {
  if (walletIds.length === 0) return new Map()
  const rows = await db.execute(sql`
    select l.wallet_id as "walletId", (l.gas_float_units - coalesce(sum(case when t.stage = 'mined' then t.fee_wei else w.fee end
      + case when t.type = 'FLOAT_RETURN' then t.amount_units else 0 end), 0))::text as "leftUnits"
    from lanes l left join transactions t on t.chain_id = l.chain_id and t.lane_wallet_id = l.wallet_id and t.status = 'PENDING'
      and t.stage in ('signed', 'broadcast', 'mined')
    left join lateral (
      select max(${worstFeeOf('a')}) as fee from transaction_attempts a where a.transaction_id = t.id
    ) w on true
    where l.chain_id = ${chain.chainId} and l.wallet_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify([...new Set(walletIds)])}::jsonb))
    group by l.wallet_id, l.gas_float_units`)
  return new Map(
    z
      .array(floatRow)
      .parse([...rows])
      .map(({ walletId, leftUnits }) => [walletId, leftUnits]),
  )
}
