import { defineWorker } from '@/inngest/define-worker'
import { mailsDue } from '@/inngest/events'
import { hasDueMails, sendMails as send } from '@/server/mail/send-mails'

/** Sends due emails, and schedules the next run for the next retry. */
export const sendMails = defineWorker({
  name: 'send-mails',
  event: mailsDue,
  concurrency: { limit: 1 },
  findDue: async (ctx) => ((await hasDueMails(ctx)) ? [{}] : []),
  run: (ctx) => send(ctx),
})
