import { sql } from 'drizzle-orm'
import { isTransient } from '@/server/alarms/is-transient'
import { noteRowFault } from '@/server/alarms/row-faults'
import type { WorkerCtx } from '@/server/ctx'

/**
 * Queues mails in the caller's transaction without harm to it: where one cannot be written, only that is undone and is an alarm, and what it
 * tells of stands. Errors that are about no mail (a deadlock, a connection that broke off) go on to the caller. Returns how many are new.
 */
export async function queueBeside({ db, now }: WorkerCtx, about: string, work: () => Promise<number>): Promise<number> {
  await db.execute(sql`savepoint mails`)
  try {
    const queued = await work()
    await db.execute(sql`release savepoint mails`)
    return queued
  } catch (error) {
    if (isTransient(error)) throw error
    await db.execute(sql`rollback to savepoint mails`)
    noteRowFault({ noun: 'mail', id: `of ${about}` }, error, now())
    return 0
  }
}
