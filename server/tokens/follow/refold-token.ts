import { asc, eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenBalances, tokenEvents, tokenPayoutLines, tokenPayouts, tokens, tokenWallets } from '@/db/schema'
import { applyEvents } from './apply-events'

/** Makes what is known of a token's holders, supply and payouts anew, of the events that are left: some of those before were replaced. */
export async function refoldToken(db: Database, tokenId: string): Promise<void> {
  await db.delete(tokenBalances).where(eq(tokenBalances.tokenId, tokenId))
  await db.delete(tokenPayoutLines).where(eq(tokenPayoutLines.tokenId, tokenId))
  await db
    .update(tokenWallets)
    .set({ balanceUnits: 0n, isRegistered: false, isFrozen: false, investorKey: null })
    .where(eq(tokenWallets.tokenId, tokenId))
  await db
    .update(tokenPayouts)
    .set({
      status: 'SCHEDULED',
      defaultedAt: null,
      basisUnits: null,
      fundedUnits: 0n,
      paidUnits: 0n,
      paidBasisUnits: 0n,
    })
    .where(eq(tokenPayouts.tokenId, tokenId))
  const [token] = await db.select().from(tokens).where(eq(tokens.id, tokenId)).for('update')
  if (!token) return
  const { status } = token
  const live = status === 'PAUSED' || status === 'REDEEMED' ? ('ACTIVE' as const) : status
  await db.update(tokens).set({ totalSupplyUnits: 0n, holderCount: 0, status: live }).where(eq(tokens.id, tokenId))
  const events = await db
    .select()
    .from(tokenEvents)
    .where(eq(tokenEvents.tokenId, tokenId))
    .orderBy(asc(tokenEvents.blockNumber), asc(tokenEvents.logIndex))
  await applyEvents(db, { tokenId, events, now: new Date(), isTold: false })
}
