import { sql } from 'drizzle-orm'
import { walletCounters } from '@/db/schema'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'

/**
 * Stores the block after which a chain is read for deposits, with wallets that are still to be added: once they are,
 * their deposits are read again from there. Within the transaction of the first read.
 */
export async function recordFirstReadBefore(
  { db }: Pick<WorkerCtx, 'db'>,
  { chainId, chainType }: Pick<Chain, 'chainId' | 'chainType'>,
  after: bigint,
): Promise<void> {
  const first = sql`jsonb_build_object(${chainId}::text, ${after.toString()}::text)`
  await db.execute(sql`update ${walletCounters} set deposits_read_to = ${first} || deposits_read_to
    where chain_type = ${chainType} and deposits_read_to is not null`)
}
