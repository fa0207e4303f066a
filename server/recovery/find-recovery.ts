import { isNull } from 'drizzle-orm'
import { recoveries } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import type { Recovery } from './record-snapshot'

/** The open recovery; null if there is none. */
export async function findRecovery({ db }: Pick<WorkerCtx, 'db'>): Promise<Recovery | null> {
  const [row] = await db.select().from(recoveries).where(isNull(recoveries.leftAt)).limit(1)
  return row ?? null
}
