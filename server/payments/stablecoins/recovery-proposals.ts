import { and, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { paymentArrivals, paymentSweeps } from '@/db/schema'

/** An asset at the address of a payment; `tokenAddress` is null for the native coin. */
type Holding = { walletId: string; chainId: number; tokenAddress: string | null }
type Proposal = typeof paymentSweeps.$inferSelect & { arrivals: (typeof paymentArrivals.$inferSelect)[] }

/** Makes recoveries of an asset at an address, and decisions about its deposits, run one after the other. */
export async function lockRecoveries(db: Database, { walletId, chainId, tokenAddress }: Holding): Promise<void> {
  const name = ['recovery', walletId, chainId, tokenAddress ?? ''].join(' ')
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** The recovery that waits for a second person, with its deposits, locked. */
export async function findProposal(db: Database, holding: Holding): Promise<Proposal | null> {
  const [row] = await db
    .select()
    .from(paymentSweeps)
    .where(and(isOf(holding), eq(paymentSweeps.state, 'PROPOSED')))
    .for('update')
  if (!row) return null
  const isOfIt = eq(paymentArrivals.sweepId, row.id)
  return { ...row, arrivals: await db.select().from(paymentArrivals).where(isOfIt).for('update') }
}

/** Whether a transfer of the asset from the address is in progress, or was since then. */
export async function isMoving(db: Database, holding: Holding, since: Date): Promise<boolean> {
  const isRecent = or(eq(paymentSweeps.state, 'OPEN'), gte(paymentSweeps.endedAt, since))
  const where = and(isOf(holding), isRecent)
  return (await db.select({ id: paymentSweeps.id }).from(paymentSweeps).where(where).limit(1)).length > 0
}

/** Removes a proposal; its deposits can be recovered by another one. */
export async function dropProposal(db: Database, id: string): Promise<void> {
  await db.update(paymentArrivals).set({ sweepId: null }).where(eq(paymentArrivals.sweepId, id))
  await db.delete(paymentSweeps).where(and(eq(paymentSweeps.id, id), eq(paymentSweeps.state, 'PROPOSED')))
}

function isOf({ walletId, chainId, tokenAddress }: Holding): SQL | undefined {
  const isOfToken =
    tokenAddress === null ? isNull(paymentSweeps.tokenAddress) : eq(paymentSweeps.tokenAddress, tokenAddress)
  return and(eq(paymentSweeps.walletId, walletId), eq(paymentSweeps.chainId, chainId), isOfToken)
}
