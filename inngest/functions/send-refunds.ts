import { definePump } from '@/inngest/define-pump'
import { refundsDue } from '@/inngest/events'
import { findDueRefunds, sendRefunds } from '@/server/payments/refunds/advance-refunds'

/** Sends money back through payment providers. One run for each: a provider that hangs holds up no other. */
export const sendPaymentRefunds = definePump({
  name: 'send-payment-refunds',
  event: refundsDue,
  concurrency: { key: 'event.data.provider', limit: 1 },
  findDue: findDueRefunds,
  run: sendRefunds,
})
