import type { Refusal } from './refusal'

/** Causes about events and their destinations. */
export const EVENT_REFUSALS = {
  indexer_subscription_not_found: {
    kind: 'not_found',
    message: 'Subscription not found',
    means: 'The project has no such event subscription, or it was deleted.',
  },
  indexer_replay_not_found: {
    kind: 'not_found',
    message: 'Replay not found',
    means: 'The event subscription has no such replay.',
  },
  indexer_log_not_found: {
    kind: 'not_found',
    message: 'Log not found',
    means: 'The project has no such delivery log.',
  },
  event_taken_back: {
    kind: 'failed',
    message: 'The chain took this event back: it is not sent once more',
    means: 'The event was in a block that the chain replaced; its destination is notified under the same `id`.',
  },
  webhook_endpoint_not_found: {
    kind: 'not_found',
    message: 'Webhook endpoint not found',
    means: 'The project has no such webhook endpoint, or it was deleted.',
  },
  too_many_replays: {
    kind: 'failed',
    message: 'Too many replays are running',
    means: 'A project has at most three running replays: wait for one to end, or cancel it.',
  },
} as const satisfies Record<string, Refusal>
