import { and, eq, gt, isNull } from 'drizzle-orm'
import { alarms, heartbeats } from '@/db/schema'
import { recordHeartbeat } from '@/server/alarms/heartbeat'
import { closeAlarm, raiseAlarm } from '@/server/alarms/raise-alarm'
import type { Watcher } from '@/server/alarms/watcher'
import type { WorkerCtx } from '@/server/ctx'

/** One for all processes: whichever is registered, the job server knows the jobs. */
const CAUSE = { kind: 'jobs_not_registered', chainId: null, subject: 'job server' } as const
/** When a process was last refused. */
const REFUSED = 'registration-refused'
/** Three tries of the longest wait were missed. */
const GONE_AFTER_MS = 90_000

/** Alarms operators that the job server does not take this process's jobs; call it again with each try. */
export async function reportNotRegistered(ctx: WorkerCtx, problem: string): Promise<void> {
  await recordHeartbeat(ctx, REFUSED)
  const message = `The job server does not know this version's jobs: transfers, webhooks and clean-up may stand still. ${problem}`
  await raiseAlarm(ctx.db, { ...CAUSE, message })
}

/** The jobs were taken, also where another process was refused before. */
export function reportRegistered({ db }: WorkerCtx): Promise<void> {
  return closeAlarm(db, CAUSE)
}

/**
 * The alarm closes with the process that raised it: a process that was killed before the job server accepted its jobs
 * never closes it.
 */
export const registrationWatcher: Watcher = {
  name: 'registration',
  kinds: [CAUSE.kind],
  async findCauses({ db, now }) {
    const lately = new Date(now().getTime() - GONE_AFTER_MS)
    const open = await db
      .select({ message: alarms.message })
      .from(alarms)
      .innerJoin(heartbeats, and(eq(heartbeats.name, REFUSED), gt(heartbeats.beatAt, lately)))
      .where(and(eq(alarms.kind, CAUSE.kind), isNull(alarms.closedAt)))
    return open.map(({ message }) => ({ ...CAUSE, message }))
  },
}
