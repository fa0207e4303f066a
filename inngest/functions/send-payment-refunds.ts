import { defineWorker } from '@/inngest/define-worker'
import { refundsDue } from '@/inngest/events'
import { findDueRefunds, sendRefunds } from '@/server/payments/refunds/advance-refunds'

/**
 * Sends refunds through payment providers. Each provider has its own run, so that one that hangs does not delay the
 * others.
 */
export const sendPaymentRefunds = defineWorker({
  name: 'send-payment-refunds',
  event: refundsDue,
  concurrency: { key: 'event.data.provider', limit: 1 },
  findDue: findDueRefunds,
  run: sendRefunds,
})
