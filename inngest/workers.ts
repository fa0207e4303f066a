import type { WorkerCtx } from '@/server/ctx'
import { advanceArrivals } from './functions/advance-arrivals'
import { advanceSweeps } from './functions/advance-sweeps'
import { advanceTokenOperations } from './functions/advance-token-operations'
import { dispatchWebhooks } from './functions/dispatch-webhooks'
import { followDeposits } from './functions/follow-deposits'
import { followEvents } from './functions/follow-events'
import { followTokens } from './functions/follow-tokens'
import { pollPaymentProviders } from './functions/poll-payment-providers'
import { replayEvents } from './functions/replay-events'
import { sendMails } from './functions/send-mails'
import { sendPaymentRefunds } from './functions/send-payment-refunds'
import { sendTransactions } from './functions/send-transactions'

/** Every queue of rows with its own job. */
export const WORKERS = [
  sendTransactions,
  dispatchWebhooks,
  followEvents,
  replayEvents,
  followDeposits,
  followTokens,
  pollPaymentProviders,
  sendPaymentRefunds,
  sendMails,
  advanceArrivals,
  advanceSweeps,
  advanceTokenOperations,
]

/** Wakes every worker that has work. The sweeper and the start of a process call it. */
export async function wakeDueWorkers(ctx: WorkerCtx): Promise<void> {
  const outcomes = await Promise.allSettled(WORKERS.map(({ wakeDue }) => wakeDue(ctx)))
  // A worker that fails to find its due work does not stop the others.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
