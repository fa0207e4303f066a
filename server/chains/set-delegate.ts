import { eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { chains } from '@/db/schema'

/** From now on relayers submit transactions of this chain through the contract at this address. */
export async function setDelegate(
  db: Database,
  { chainId, delegateAddress }: { chainId: number; delegateAddress: string },
): Promise<void> {
  await db.update(chains).set({ delegateAddress }).where(eq(chains.chainId, chainId))
}
