import { runText } from '@/db/client'
import { isTransient } from '@/server/alarms/is-transient'
import { recordRowFault } from '@/server/alarms/row-faults'
import type { WorkerCtx } from '@/server/ctx'

/**
 * Queues emails in the caller's transaction without harm to it: if an email cannot be written, only the email is rolled
 * back and raises an alarm; the change it reports stays. Errors that do not concern an email (a deadlock, a broken
 * connection) reach the caller. Returns the number of new emails.
 */
export async function queueInSavepoint(
  { db, now }: WorkerCtx,
  about: string,
  work: () => Promise<number>,
): Promise<number> {
  const saved = runText(db, 'savepoint queueing', [])
  try {
    const [queued] = await Promise.all([work(), saved])
    // Sent together with the next statement. If it fails, that one fails too, because the transaction has failed.
    runText(db, 'release savepoint queueing', []).catch(() => {})
    return queued
  } catch (error) {
    if (isTransient(error)) throw error
    await runText(db, 'rollback to savepoint queueing', [])
    recordRowFault({ noun: 'mail', id: `of ${about}` }, error, now())
    return 0
  }
}
