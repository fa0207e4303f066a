import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { alarms, heartbeats } from '@/db/schema'
import { recordHeartbeat } from '@/server/alarms/heartbeat'
import { raiseAlarm } from '@/server/alarms/raise-alarm'
import type { Watcher } from '@/server/alarms/watcher'
import type { WorkerCtx } from '@/server/ctx'
import { KEY_FAULTS, type KeyFault, type KeyProblem } from '@/server/custody/key-fault'

/** The time of three retries at the longest wait. After it, no process has the fault any more. */
const GONE_AFTER_MS = 90_000
const heartbeatOf = (fault: KeyFault) => `key-fault ${fault}`

/** Raises an alarm that a running process can no longer use a key. Call it again at each retry. */
export async function reportKeyProblem(ctx: WorkerCtx, { fault, keyId, message }: KeyProblem): Promise<void> {
  await recordHeartbeat(ctx, heartbeatOf(fault))
  await raiseAlarm(ctx.db, { kind: fault, chainId: null, subject: keyId, message })
}

/** Keeps the alarm open while any process reports that its key does not work. */
export const keyWatcher: Watcher = {
  name: 'keys',
  kinds: KEY_FAULTS,
  async findCauses({ db, now }) {
    const lately = new Date(now().getTime() - GONE_AFTER_MS)
    const open = await db
      .select({ kind: alarms.kind, subject: alarms.subject, message: alarms.message })
      .from(alarms)
      .innerJoin(
        heartbeats,
        and(eq(heartbeats.name, sql`'key-fault ' || ${alarms.kind}`), gt(heartbeats.beatAt, lately)),
      )
      .where(and(inArray(alarms.kind, [...KEY_FAULTS]), isNull(alarms.closedAt)))
    return open.map((cause) => ({ ...cause, chainId: null }))
  },
}
