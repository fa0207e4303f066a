import { bisectRows } from '@/server/alarms/bisect-rows'
import { isTransient } from '@/server/alarms/is-transient'
import { recordRowFault } from '@/server/alarms/row-faults'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { wakeMails } from '@/server/mail/queue-mails'
import { canSend } from '@/server/recovery/is-recovering'
import { listDueReminders, recordReminder } from '@/server/subscriptions/reminders'
import { mailReminder } from './mail-renewals'

/**
 * Reminds of subscriptions that end soon, each in its own transaction. Each end date gets one reminder of each kind,
 * however often the job runs. None is sent during a recovery. Returns the number of new reminders.
 */
export async function sendReminders(ctx: WorkerCtx): Promise<number> {
  if (!(await canSend())) return 0
  const due = await listDueReminders(ctx)
  let reminded = 0
  await bisectRows(
    due.map(({ id }) => id),
    {
      work: async (ids) => {
        for (const id of ids) reminded += (await inWorker(({ db }) => remind({ db, now: ctx.now }, id))) ? 1 : 0
      },
      isExpectedError: isTransient,
      onFault: (id, error) => recordRowFault({ noun: 'subscription', id }, error, ctx.now()),
    },
  )
  if (reminded > 0) wakeMails()
  return reminded
}

async function remind(ctx: WorkerCtx, id: string): Promise<boolean> {
  const noted = await recordReminder(ctx, id)
  if (noted) await mailReminder(ctx, noted)
  return noted !== null
}
