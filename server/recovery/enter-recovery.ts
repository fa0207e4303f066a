import { isNull, sql } from 'drizzle-orm'
import { chainCursors, recoveries } from '@/db/schema'
import type { RecoveryCause } from '@/schemas/recovery/words'
import { raiseAlarm } from '@/server/alarms/raise-alarm'
import type { Watcher } from '@/server/alarms/watcher'
import type { WorkerCtx } from '@/server/ctx'
import { forgetRecovery } from './is-recovering'

const ALARM = { kind: 'recovering', chainId: null, subject: 'platform' } as const

/** By chain, the block up to which the engine's transactions are settled. */
const SETTLED = sql`(select coalesce(jsonb_object_agg(${chainCursors.chainId}, coalesce(${chainCursors.finalBlock}, ${chainCursors.blockNumber})::text), '{}')
  from ${chainCursors} where ${chainCursors.consumer} = 'engine' and ${chainCursors.depth} = 0)`

/** By chain, the block up to which deposits were read. A chain that was never read has none yet (`recordFirstRead`). */
const DEPOSITS_READ_TO = sql`(select coalesce(jsonb_object_agg(${chainCursors.chainId}, ${chainCursors.blockNumber}::text), '{}')
  from ${chainCursors} where ${chainCursors.consumer} = 'deposits' and ${chainCursors.highestBlock} > 0)`

/**
 * From here on nothing is signed or paid out, and `/v1` refuses writes, until the recovery is left. Does nothing while
 * one is open. Returns whether it opened one.
 */
export async function enterRecovery(
  { db }: Pick<WorkerCtx, 'db'>,
  { cause, message }: { cause: RecoveryCause; message: string },
): Promise<boolean> {
  const entered = await db
    .insert(recoveries)
    .values({ cause, message, settledBlocks: SETTLED, depositsReadTo: DEPOSITS_READ_TO })
    .onConflictDoNothing()
    .returning({ id: recoveries.id })
  forgetRecovery()
  if (entered.length === 0) return false
  await raiseAlarm(db, { ...ALARM, message })
  return true
}

/**
 * Begins the open recovery again, because the database was set back while it was open: its findings are from before
 * that. One that an operator began, or has to end, waits for an operator. Does nothing if none is open.
 */
export async function renewRecovery(
  { db }: Pick<WorkerCtx, 'db'>,
  { cause, message }: { cause: RecoveryCause; message: string },
): Promise<void> {
  const waitsForOperator = sql`${recoveries.cause} in ('stopped', 'restored')`
  await db
    .update(recoveries)
    .set({
      cause: sql`case when ${waitsForOperator} then 'restored' else ${cause} end`,
      // The stops of operators that were read began before a restore. Those read after another recovery began lack what
      // that recovery lacks.
      depositsReadTo: sql`case when ${recoveries.cause} = 'stopped' then ${DEPOSITS_READ_TO}
        else ${DEPOSITS_READ_TO} || ${recoveries.depositsReadTo} end`,
      ...{ message, findings: [], lookedAt: null },
      // By the clock that it first began by, and later than before: else its steps would count as done.
      enteredAt: sql`greatest(clock_timestamp(), ${recoveries.enteredAt} + interval '1 millisecond')`,
    })
    .where(isNull(recoveries.leftAt))
  forgetRecovery()
}

/** The alarm is open as long as the recovery. */
export const recoveryWatcher: Watcher = {
  name: 'recovery',
  kinds: [ALARM.kind],
  async findCauses({ db }) {
    const rows = await db.select({ message: recoveries.message }).from(recoveries).where(isNull(recoveries.leftAt))
    return rows.map(({ message }) => ({ ...ALARM, message }))
  },
}
