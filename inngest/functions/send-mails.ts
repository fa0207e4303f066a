import { definePump } from '@/inngest/define-pump'
import { mailsDue } from '@/inngest/events'
import { hasDueMails, sendMails as send } from '@/server/mail/send-mails'

/** Sends the emails that are due, then asks to be woken when the next retry is. */
export const sendMails = definePump({
  name: 'send-mails',
  event: mailsDue,
  concurrency: { limit: 1 },
  findDue: async (ctx) => ((await hasDueMails(ctx)) ? [{}] : []),
  run: (ctx) => send(ctx),
})
