import { isNull } from 'drizzle-orm'
import { recoveries } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { enterRecovery } from '@/server/recovery/enter-recovery'
import { findRecovery } from '@/server/recovery/find-recovery'
import { forgetRecovery } from '@/server/recovery/is-recovering'

/** A recovery that is open. Returns its id. */
export async function openRecovery(): Promise<string> {
  await enterRecovery(workerCtx(), { cause: 'restored', message: 'A backup was restored' })
  const recovery = await findRecovery(workerCtx())
  if (!recovery) throw new Error('no recovery is open')
  return recovery.id
}

/** The platform sends again, whatever opened a recovery. */
export async function endRecoveries(): Promise<void> {
  await workerCtx()
    .db.update(recoveries)
    .set({ leftAt: new Date(), leftBy: 'system:test' })
    .where(isNull(recoveries.leftAt))
  forgetRecovery()
}
