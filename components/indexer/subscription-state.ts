import type { Tone } from '@/components/ui/tone'
import type { IndexerSubscriptionView, SubscriptionReading } from '@/schemas/indexer/contract'
import type { LogRow } from '@/schemas/indexer/logs/contract'
import { PAUSE_TEXTS } from './indexer-displays'

export type SubscriptionRemedy = 'resume' | 'recover' | 'test' | 'edit' | 'open'
type SubscriptionState = { tone: Tone; title: string; text: string; remedies: readonly SubscriptionRemedy[] }

type Facts = {
  subscription: Pick<IndexerSubscriptionView, 'pausedBecause' | 'failedCount' | 'lastDeliveryAt'>
  /** Null while it is not known. */
  reading: Pick<SubscriptionReading, 'isBehind' | 'lagBlocks'> | null
  /** The newest attempt; null if there is none. */
  newest: Pick<LogRow, 'status' | 'httpStatus' | 'error'> | null
}

/** Whether an event subscription works, its problem, and the remedies for it, the best first. */
export function subscriptionState({ subscription, reading, newest }: Facts): SubscriptionState {
  const { pausedBecause, failedCount, lastDeliveryAt } = subscription
  if (pausedBecause !== null) {
    const remedies = pausedBecause === 'gone' ? (['edit', 'resume'] as const) : (['resume'] as const)
    return { tone: 'warning', title: 'Paused', text: PAUSE_TEXTS[pausedBecause], remedies }
  }
  if (newest?.status === 'failed') {
    return {
      tone: 'danger',
      title: 'The last delivery failed',
      text: `${whyOf(newest)} Later attempts follow for about a day.`,
      remedies: ['open', 'test', 'edit'],
    }
  }
  if (reading?.isBehind) {
    return {
      tone: 'warning',
      title: 'Events arrive late',
      text: `The platform is ${reading.lagBlocks} blocks behind the chain. No event is lost, and you need to do nothing.`,
      remedies: [],
    }
  }
  if (failedCount > 0) {
    const events = failedCount === 1 ? '1 event' : `${failedCount.toLocaleString('en-US')} events`
    return {
      tone: 'warning',
      title: 'Deliveries work, but some events were not delivered',
      text: `${events} failed for about a day and ${failedCount === 1 ? 'is' : 'are'} not sent again automatically.`,
      remedies: ['recover'],
    }
  }
  if (newest === null && lastDeliveryAt === null) {
    return {
      tone: 'accent',
      title: 'Waits for the first event',
      text: 'Nothing was sent yet. A test event shows whether your URL accepts deliveries.',
      remedies: ['test'],
    }
  }
  return { tone: 'success', title: 'Works', text: 'The last delivery was accepted.', remedies: [] }
}

function whyOf({ httpStatus, error }: Pick<LogRow, 'httpStatus' | 'error'>): string {
  if (httpStatus > 0) return `Your URL returned ${httpStatus}.`
  return error ? `Your URL did not respond: ${error}.` : 'Your URL did not respond.'
}
