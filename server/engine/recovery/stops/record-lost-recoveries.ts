import type { WorkerCtx } from '@/server/ctx'
import { type FirstIndex, listFirstIndices, recordLostRecovery } from '@/server/recovery/first-indices'
import { skipFrom } from '@/server/wallets/skip-indices'
import { lockStops } from './lock-stops'

/**
 * Adds the recoveries that the database lacks, since it is a backup from before them. Wallets are missing from each of
 * their first indices on. Within a transaction. Returns whether it added one.
 */
export async function recordLostRecoveries(
  { db }: Pick<WorkerCtx, 'db'>,
  copies: readonly FirstIndex[],
): Promise<boolean> {
  if (copies.length === 0) return false
  await lockStops({ db })
  const recorded = new Set((await listFirstIndices({ db })).map(({ firstIndex }) => firstIndex))
  const lost = copies.filter(({ firstIndex }) => !recorded.has(firstIndex))
  for (const one of lost) await recordLostRecovery({ db }, one)
  for (const one of lost) await skipFrom({ db }, one)
  return lost.length > 0
}
