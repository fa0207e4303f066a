import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { chainCursors } from '@/db/schema'
import type { TokenRow } from '@/server/tokens/operations/plan'

/** The block up to which our index has read a token's chain. */
export async function readIndexedBlock(db: Database, { chainId }: Pick<TokenRow, 'chainId'>): Promise<number> {
  const [cursor] = await db
    .select({ block: sql<string>`greatest(${chainCursors.blockNumber}, 0)::text` })
    .from(chainCursors)
    .where(and(eq(chainCursors.chainId, chainId), eq(chainCursors.consumer, 'tokens')))
  return Number(cursor?.block ?? 0)
}
