import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { paymentArrivals, wallets } from '@/db/schema'
import { chainDue } from '@/inngest/events'
import { findChain } from '@/server/chains/registry'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { wake } from '@/server/waking/wake'
import { findTreasury } from './find-treasury'
import { queueMove } from './queue-move'

/** The maximum of addresses in one run; the next run continues. */
const MAX_SWEPT = 100
/** The pause after a failed sweep. */
const RETRY_MS = 600_000

const dueRow = z.object({
  walletId: z.string(),
  chainId: z.number(),
  tokenAddress: z.string(),
  decimals: z.number(),
  depositIds: z.array(z.string()),
})
type Due = z.output<typeof dueRow>

/**
 * Queues sweeps of settled deposits to the treasury, one transaction for each address and token. Less than the token's
 * minimum stays until more arrives. Returns the number queued.
 */
export async function sweepPayments(ctx: WorkerCtx): Promise<number> {
  const due = await listDue(ctx)
  const queued = new Set<number>()
  let count = 0
  for (const one of due) {
    if (!(await sweepOne(ctx, one))) continue
    queued.add(one.chainId)
    count += 1
  }
  for (const chainId of queued) wake(chainDue, { chainId })
  return count
}

async function listDue({ db, now }: WorkerCtx): Promise<Due[]> {
  const again = new Date(now().getTime() - RETRY_MS).toISOString()
  const rows = await db.execute(sql`
    select a.wallet_id as "walletId", a.chain_id as "chainId", a.token_address as "tokenAddress", t.decimals,
      json_agg(a.deposit_id) as "depositIds"
    from payment_arrivals a
      join payment_receipts r on r.provider = 'chain' and r.provider_txn_id = a.provider_txn_id and r.outcome in ('SETTLED', 'CREDITED')
      join deposit_tokens t on t.chain_id = a.chain_id and t.token_address = a.token_address
    where a.state = 'RECEIVED' and a.sweep_id is null
      and not exists (select 1 from deposit_screenings f where f.deposit_id = a.deposit_id and f.status <> 'CLEARED')
      and not exists (select 1 from payment_sweeps s where s.wallet_id = a.wallet_id and s.chain_id = a.chain_id
        and s.token_address = a.token_address and (s.state = 'OPEN' or s.state = 'FAILED' and s.ended_at > ${again}::timestamptz))
    group by 1, 2, 3, t.decimals, t.sweep_least_units having sum(a.units) >= t.sweep_least_units
    order by min(a.created_at) limit ${MAX_SWEPT}`)
  return z.array(dueRow).parse([...rows])
}

async function sweepOne(
  ctx: WorkerCtx,
  { walletId, chainId, tokenAddress, decimals, depositIds }: Due,
): Promise<boolean> {
  const chain = await findChain(chainId)
  const treasury = chain && (await findTreasury(ctx, chain))
  if (!chain || !treasury || chain.rpcUrls.length === 0) return false
  return inWorker(async ({ db }) => {
    const taken = await takeArrivals(db, depositIds)
    if (taken.units === 0n) return false
    const [signer] = await db.select().from(wallets).where(eq(wallets.id, walletId))
    if (!signer) throw new Error(`wallet ${walletId} does not exist`)
    const move = {
      kind: 'SWEEP' as const,
      signer,
      tokenAddress,
      decimals,
      units: taken.units,
      toAddress: treasury.address,
    }
    const sweepId = await queueMove({ db, now: ctx.now }, chain, { ...move, reason: '', createdBy: 'system:sweep' })
    await db.update(paymentArrivals).set({ sweepId }).where(inArray(paymentArrivals.depositId, taken.ids))
    return true
  })
}

/** Claims the deposits that no other process has claimed. */
async function takeArrivals(db: Database, depositIds: readonly string[]) {
  const rows = await db
    .select({ id: paymentArrivals.depositId, units: paymentArrivals.units })
    .from(paymentArrivals)
    .where(
      and(
        inArray(paymentArrivals.depositId, [...depositIds]),
        eq(paymentArrivals.state, 'RECEIVED'),
        sql`${paymentArrivals.sweepId} is null`,
      ),
    )
    .for('update')
  return { ids: rows.map(({ id }) => id), units: rows.reduce((sum, { units }) => sum + units, 0n) }
}
