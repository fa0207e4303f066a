import { eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { type Currency, type PlatformAccount, paymentArrivals, paymentSweeps, type TransactionRow } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import { NOTHING_TO_SWEEP, TOKEN_SHORT } from '@/server/chains/shortage-texts'
import type { Posting } from '@/server/ledger/post-journals'
import { postJournals } from '@/server/ledger/post-journals'
import { parseUnits } from '@/server/money/amount'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

type Ending = { chain: Chain; ended: readonly TransactionRow[]; now: Date }
type SweepRow = typeof paymentSweeps.$inferSelect

/**
 * Applies the end of sweeps from addresses of payments: an amount that moved is booked, once, and one that did not move
 * may be swept again. A sweep that a restored backup lacks is booked with the next sweep of its address, which finds
 * its amount missing: on an EVM chain that sweep moves what is left, on Solana it fails.
 */
export async function endSweeps(db: Database, { ended, now }: Ending): Promise<void> {
  const ids = ended.map(({ id }) => id)
  const sweeps = await db.select().from(paymentSweeps).where(inArray(paymentSweeps.transactionId, ids)).for('update')
  const open = sweeps.filter(({ state }) => state === 'OPEN')
  const claimed = await readRestoredClaims(db, open)
  const postings: Posting[] = []
  for (const sweep of open) {
    const row = ended.find(({ id }) => id === sweep.transactionId)
    if (!row) continue
    const isMoved = row.status === 'COMPLETED'
    const movedUnits = isMoved ? row.amountUnits : 0n
    const leftUnits = isMoved ? 0n : findLeft(row)
    const goneUnits = leftUnits === null ? 0n : (claimed.get(sweep.id) ?? 0n) - movedUnits - leftUnits
    const isDone = isMoved || goneUnits > 0n
    await db
      .update(paymentSweeps)
      .set({ state: isDone ? 'DONE' : 'FAILED', units: isDone ? movedUnits : sweep.units, endedAt: now })
      .where(eq(paymentSweeps.id, sweep.id))
    if (!isDone) await db.update(paymentArrivals).set({ sweepId: null }).where(eq(paymentArrivals.sweepId, sweep.id))
    else if (leftUnits !== null && leftUnits > 0n) await freeNewest(db, sweep, leftUnits)
    // A rescued amount was never in the books.
    if (sweep.kind !== 'SWEEP') continue
    const reasons = [isMoved && `Swept by ${row.txHash ?? row.id}`, goneUnits > 0n && sweptBefore(goneUnits)]
    const reason = reasons.filter(Boolean).join('. ')
    if (isDone) postings.push(toPosting(sweep, { units: movedUnits + (goneUnits > 0n ? goneUnits : 0n), reason }))
  }
  await postJournals(db, postings)
}

/** The units that were in the wallet and that the sweep did not move; null if unknown. */
function findLeft({ error, shortfall, decimals }: TransactionRow): bigint | null {
  if (error === NOTHING_TO_SWEEP) return 0n
  if (!error?.startsWith(TOKEN_SHORT) || !shortfall) return null
  const left = parseUnits(shortfall.available, decimals)
  return 'problem' in left ? null : left.units
}

/** The newest deposits of a sweep, up to these units, are still at their address, and are swept again. */
async function freeNewest(db: Database, { id }: SweepRow, units: bigint): Promise<void> {
  await db.execute(sql`
    update payment_arrivals a set sweep_id = null from (
      select deposit_id, sum(units) over (order by created_at desc, deposit_id desc) as units from payment_arrivals where sweep_id = ${id}::uuid
    ) as n where a.deposit_id = n.deposit_id and n.units <= ${units.toString()}::numeric`)
}

const sweptBefore = (units: bigint) => `${units} units were swept before a backup was restored`

const claimRow = z.object({ sweepId: z.string(), units: z.string().transform((text) => BigInt(text)) })

/**
 * The units of the booked deposits that each of these sweeps claims, if a backup was restored since the first of them
 * at its address was paid: a sweep may have moved some of them after the backup.
 */
async function readRestoredClaims(db: Database, sweeps: readonly SweepRow[]): Promise<ReadonlyMap<string, bigint>> {
  const ids = sweeps.flatMap(({ id, kind }) => (kind === 'SWEEP' ? [id] : []))
  if (ids.length === 0) return new Map()
  const rows = await db.execute(sql`
    select s.id as "sweepId", sum(a.units)::text as units
    from payment_sweeps s join payment_arrivals a on a.sweep_id = s.id and a.state = 'RECEIVED'
      and not exists (select from deposit_screenings f where f.deposit_id = a.deposit_id and f.status <> 'CLEARED')
    where s.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
      and exists (select from recoveries e where e.cause <> 'stopped' and e.created_at > (select min(r.paid_at)
        from payment_arrivals b join payment_receipts r on r.provider = 'chain' and r.provider_txn_id = b.provider_txn_id
        where b.wallet_id = s.wallet_id and b.chain_id = s.chain_id and b.token_address = s.token_address))
    group by s.id`)
  return new Map(
    z
      .array(claimRow)
      .parse([...rows])
      .map(({ sweepId, units }) => [sweepId, units]),
  )
}

type Moved = { units: bigint; reason: string }

function toPosting({ chainId, tokenAddress, transactionId }: SweepRow, { units, reason }: Moved): Posting {
  const currency: Currency = `${chainId}:${tokenAddress ?? ''}`
  const [from, to]: [PlatformAccount, PlatformAccount] = [`chain.${chainId}_deposits`, `chain.${chainId}`]
  return {
    journal: {
      id: newId(),
      businessId: PLATFORM_BUSINESS_ID,
      kind: 'sweep',
      reference: { type: 'transaction', id: transactionId ?? '' },
      reason,
      createdBy: 'system:sweep',
    },
    legs: [
      { currency, kind: from, units },
      { currency, kind: to, units: -units },
    ],
  }
}
