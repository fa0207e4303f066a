import { isDatabaseUnavailable } from '@/db/connection-lost'
import { type Chain, listChains } from '@/server/chains/registry'
import { RpcUnavailableError } from '@/server/chains/rpc'
import type { WorkerCtx } from '@/server/ctx'
import { logger } from '@/server/logger'
import { findKnownMark, readDatabaseMark, storeMark } from '@/server/recovery/database-mark'
import { rememberDatabase } from '@/server/recovery/known-database'
import { beginRestoreRecovery } from './begin-restore-recovery'
import { compareFeePayer } from './compare-fee-payer'
import { compareLanes } from './compare-lanes'

/**
 * Begins a recovery if this Postgres differs from the one that a process last saw. Then the database was restored from
 * a backup, or a replica was promoted, so the last transactions may be missing. Call it at the start, before anything
 * is sent, and every 10 seconds.
 */
export async function detectOtherDatabase(ctx: WorkerCtx): Promise<void> {
  const [read, known] = [await readDatabaseMark(ctx), await findKnownMark(ctx)]
  if (read === null) return
  if (known !== null && read.mark !== known) {
    const message =
      'The database is in another Postgres than before: nothing is sent until its chains were compared with it.'
    await beginRestoreRecovery({ cause: 'other_database', message })
  }
  if (read.mark !== known) await storeMark(ctx, read.mark)
  rememberDatabase({ place: read.place })
}

/** Processes that start find this Postgres as they last saw it: its restore was declared, and its recovery began. */
export async function noteDatabase(ctx: WorkerCtx): Promise<void> {
  const read = await readDatabaseMark(ctx)
  if (read !== null) await storeMark(ctx, read.mark)
}

/**
 * Begins a recovery if a chain has transactions of the platform's own wallets that the database lacks. Only the engine
 * signs for these wallets, so the database must be older than the chain. Returns the chains that did not answer. Throws
 * if the recovery could not begin: that concerns all chains, because the others may be ahead as well.
 */
export async function detectChainsAhead(ctx: WorkerCtx, only?: ReadonlySet<number>): Promise<number[]> {
  const served = (await listChains()).filter(
    ({ chainId, rpcUrls }) => rpcUrls.length > 0 && (only === undefined || only.has(chainId)),
  )
  const silent = await Promise.all(
    served.map(async (chain) => {
      const ahead = await ask(ctx, chain)
      if (ahead === 'silent') return [chain.chainId]
      if (ahead === null) return []
      const message = `${chain.name} knows transactions of the platform’s ${ahead.what} that the database does not: nothing is sent until they were compared.`
      await beginRestoreRecovery({ cause: 'chain_ahead', message })
      return []
    }),
  )
  return silent.flat()
}

async function ask(ctx: WorkerCtx, chain: Chain): Promise<{ what: string } | null | 'silent'> {
  try {
    const what = await findAhead(ctx, chain)
    return what === null ? null : { what }
  } catch (error) {
    if (!(error instanceof RpcUnavailableError) && isDatabaseUnavailable(error)) throw error
    logger().warn(
      { err: error, chainId: chain.chainId },
      'the platform’s wallets could not be compared with their chain',
    )
    return 'silent'
  }
}

/** The wallet with transactions on chain that the database lacks; null if there is none. */
async function findAhead(ctx: WorkerCtx, chain: Chain): Promise<string | null> {
  if (chain.chainType === 'SOLANA') return (await compareFeePayer(ctx, chain)) > 0 ? 'fee payer' : null
  const [first] = await compareLanes(ctx, chain, 'platform')
  return first ? `wallet ${first.address}` : null
}
