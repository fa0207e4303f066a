import { eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenWallets } from '@/db/schema'
import type { TokenRow } from '@/server/tokens/operations/plan'
import type { PastState } from '@/server/tokens/solana/read-past'
import { recordSnapshot } from './record-snapshot'
import { writeBalances } from './write-balances'

/**
 * Records the balances at a time before a snapshot, like an additional snapshot of that time. Call it before the
 * snapshot is applied, in the same transaction.
 */
export async function applyPastState(
  db: Database,
  token: TokenRow,
  { slot, seconds, units }: PastState,
): Promise<void> {
  const { id: tokenId, businessId } = token
  const rows = await db
    .select({ address: tokenWallets.address, balanceUnits: tokenWallets.balanceUnits })
    .from(tokenWallets)
    .where(eq(tokenWallets.tokenId, tokenId))
    .orderBy(tokenWallets.address)
    .for('update')
  const had = new Map(rows.map(({ address, balanceUnits }) => [address, balanceUnits]))
  const moved = [...units].flatMap(([address, balanceUnits]) => {
    const beforeUnits = had.get(address) ?? 0n
    return beforeUnits === balanceUnits ? [] : [{ address, blockNumber: slot, balanceUnits, beforeUnits }]
  })
  await writeBalances(db, token, moved)
  for (const { address, balanceUnits } of moved)
    await db
      .insert(tokenWallets)
      .values({ tokenId, businessId, address, balanceUnits })
      .onConflictDoUpdate({ target: [tokenWallets.tokenId, tokenWallets.address], set: { balanceUnits } })
  await recordSnapshot(db, token, { slot, seconds })
}
