import { eq, sql } from 'drizzle-orm'
import { lruPerProcess } from '@/db/lru-per-process'
import { newId } from '@/db/new-id'
import { gasBudgetCosts, plans, transactions } from '@/db/schema'
import { inTenant, workerCtx } from '@/server/ctx'
import { createPayer, type Payer } from '@/server/ledger/ledger.test-data'
import { asOwner } from '@/server/testing/as-owner'
import { transferRow } from '@/server/testing/transfer-row'
import { reserveBudget } from './reserve-budget'

export const CHAIN_ID = 84532

/** A business whose plans give it this daily budget on each chain. */
export async function createSponsored(dailyMicros: bigint): Promise<Payer> {
  const payer = await createPayer(0n)
  await workerCtx()
    .db.update(plans)
    .set({ sponsoredDailyMicros: dailyMicros })
    .where(sql`id in (select plan_id from subscriptions where business_id = ${payer.businessId})`)
  return payer
}

type Asked = { micros: bigint; at?: Date; chainId?: number }

/**
 * Accepts a transaction as the API does: the reservation, then the row, in one database transaction. Returns its id.
 */
export async function acceptSponsored(payer: Payer, { micros, at, chainId = CHAIN_ID }: Asked): Promise<string> {
  const id = newId()
  await inTenant(payer, async (ctx) => {
    const reservation = await reserveBudget({ ...ctx, now: () => at ?? new Date() }, { chainId, micros })
    await ctx.db.insert(transactions).values({
      ...transferRow(payer),
      id,
      chainId,
      gasShareId: reservation?.shareId ?? null,
      gasShareMicros: reservation?.micros ?? null,
      gasBudgetDay: reservation?.day ?? null,
      gasBudgetMicros: reservation?.micros ?? 0n,
    })
  })
  return id
}

/** Clears the shares in memory, as for another process or after a crash. */
export function forgetShares(): void {
  lruPerProcess('gas-budget-shares', { max: 20_000 }).clear()
}

/** Ages all shares by six minutes, so that they may be returned. */
export async function ageShares(): Promise<void> {
  await workerCtx().db.execute(sql`update gas_budget_shares set created_at = created_at - interval '6 minutes'`)
}

/** The reserved and spent amounts of the business on a day, on the chain of these tests, in micro-dollars. */
export async function dayOf({ businessId }: Payer, day: string) {
  const [row] = await workerCtx().db.execute<{ reserved: string; spent: string }>(sql`
    select reserved_micros::text as reserved, spent_micros::text as spent from gas_budget_days
    where business_id = ${businessId} and chain_id = ${CHAIN_ID} and day = ${day}`)
  return { reserved: BigInt(row?.reserved ?? 0), spent: BigInt(row?.spent ?? 0) }
}

/** The cost of a transaction to the platform, in micro-dollars; null while it is open. */
export async function costOf(transactionId: string): Promise<bigint | null> {
  const [row] = await workerCtx()
    .db.select({ micros: gasBudgetCosts.costMicros })
    .from(gasBudgetCosts)
    .where(eq(gasBudgetCosts.transactionId, transactionId))
  return row?.micros ?? null
}

/** From now on the days of this business cannot be written, until the returned function is called. */
export async function refuseDaysOf(businessId: string): Promise<() => Promise<unknown>> {
  const days = 'alter table gas_budget_days'
  await asOwner((owner) =>
    owner.unsafe(`${days} add constraint refused check (business_id <> '${businessId}') not valid`),
  )
  return () => asOwner((owner) => owner.unsafe(`${days} drop constraint refused`))
}
