import { listChains } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'
import { logger } from '@/server/logger'
import { findKnownMark, keepMark, readDatabaseMark } from '@/server/recovery/database-mark'
import { compareLanes } from './compare-lanes'
import { enterRestored } from './enter-restored'

/**
 * Begins a recovery where this Postgres is not the one in which a process last started: the database was restored from a backup, or a replica
 * was promoted, and the last transactions may be missing. Call it before anything is sent.
 */
export async function noticeOtherDatabase(ctx: WorkerCtx): Promise<void> {
  const [mark, known] = [await readDatabaseMark(ctx), await findKnownMark(ctx)]
  if (mark === null || mark === known) return
  if (known !== null) {
    const message =
      'The database is in another Postgres than before: nothing is sent until its chains were compared with it.'
    await enterRestored({ cause: 'other_database', message })
  }
  await keepMark(ctx, mark)
}

/**
 * Begins a recovery where a chain knows transactions of the platform's own wallets that the database does not: it is older than its chain.
 * Nobody but the engine signs for these wallets. A chain that does not answer is left for the next time.
 */
export async function noticeChainsAhead(ctx: WorkerCtx): Promise<void> {
  for (const chain of await listChains()) {
    if (chain.chainType !== 'EVM' || chain.rpcUrls.length === 0) continue
    const ahead = await compareLanes(ctx, chain, 'platform').catch((error: unknown) => {
      logger().warn(
        { err: error, chainId: chain.chainId },
        'the platform’s wallets could not be compared with their chain',
      )
      return []
    })
    const [first] = ahead
    if (!first) continue
    const message = `${chain.name} knows transactions of the platform’s wallet ${first.address} that the database does not: nothing is sent until they were compared.`
    await enterRestored({ cause: 'chain_ahead', message })
    return
  }
}
