import { sql } from 'drizzle-orm'
import { recoveries } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'

/**
 * Keeps the block after which a chain is read for deposits, with the recoveries before that. Within the transaction of
 * the first read.
 */
export async function recordFirstRead(
  { db }: Pick<WorkerCtx, 'db'>,
  { chainId, after }: { chainId: number; after: bigint },
): Promise<void> {
  const first = sql`jsonb_build_object(${chainId}::text, ${after.toString()}::text)`
  await db.execute(
    sql`update ${recoveries} set deposits_read_to = ${first} || deposits_read_to where cause <> 'stopped'`,
  )
}
