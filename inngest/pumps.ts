import type { WorkerCtx } from '@/server/ctx'
import { askPaymentProviders } from './functions/ask-providers'
import { carryArrivals } from './functions/carry-arrivals'
import { carryTokenOperations } from './functions/carry-token-operations'
import { dispatchWebhooks } from './functions/dispatch-webhooks'
import { followDeposits } from './functions/follow-deposits'
import { followEvents } from './functions/follow-events'
import { followTokens } from './functions/follow-tokens'
import { pumpChain } from './functions/pump-chain'
import { replayEvents } from './functions/replay-events'
import { sendMails } from './functions/send-mails'
import { sendPaymentRefunds } from './functions/send-refunds'

/** Every queue of rows that is drained by a job of its own. */
export const PUMPS = [
  pumpChain,
  dispatchWebhooks,
  followEvents,
  replayEvents,
  followDeposits,
  followTokens,
  askPaymentProviders,
  sendPaymentRefunds,
  sendMails,
  carryArrivals,
  carryTokenOperations,
]

/** Wakes every pump that has work. The sweeper and the start of a process call it. */
export async function wakeWhatIsDue(ctx: WorkerCtx): Promise<void> {
  const outcomes = await Promise.allSettled(PUMPS.map(({ wakeDue }) => wakeDue(ctx)))
  // One that fails to say what is due does not keep the others from running.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
