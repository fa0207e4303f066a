import { asc, eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenWallets } from '@/db/schema'
import type { TokenRow } from '@/server/tokens/operations/plan'

/**
 * Addresses that may have a thawed account of a token: its tokenAdmin, and every wallet with a current, past or pending
 * registration.
 */
export async function findOwners(db: Database, { id, adminAddress }: TokenRow): Promise<string[]> {
  const rows = await db
    .select({ address: tokenWallets.address })
    .from(tokenWallets)
    .where(eq(tokenWallets.tokenId, id))
    .orderBy(asc(tokenWallets.address))
  return [...new Set([adminAddress, ...rows.map(({ address }) => address)])]
}
