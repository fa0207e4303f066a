export const MESSAGE_STATUSES = ['pending', 'delivered', 'failed'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/** The reason why a message is no longer sent: its destination was deleted, or its event was reverted. */
const WITHDRAWALS = ['receiver-deleted', 'undone'] as const
export type Withdrawal = (typeof WITHDRAWALS)[number]

/** The kind of an event that tests a destination. */
export const TEST_EVENT = 'webhook.test'
/** The test event of an event subscription. */
export const INDEXER_TEST_EVENT = 'indexer.test'
export const TEST_KINDS = [TEST_EVENT, INDEXER_TEST_EVENT] as const

/** The events that webhook endpoints of a project can receive. */
export const PROJECT_EVENT_KINDS = [
  'wallet.transfer.completed',
  'wallet.transfer.failed',
  'wallet.sign.completed',
  'wallet.sign.failed',
  'wallet.sweep.completed',
  'wallet.sweep.failed',
  'wallet.sweep.stopped',
  'wallet.deposit.confirmed',
  'wallet.deposit.reverted',
  'wallet.deposit.screened',
  'wallet.deposit.cleared',
  'payment.settled',
  'payment.failed',
  'payment.refunded',
  'payment.exception',
  'subscription.activated',
  'subscription.renewed',
  'subscription.past_due',
  'subscription.expired',
  'subscription.canceled',
  'token.deployed',
  'token.failed',
  'token.minted',
  'token.burned',
  'token.transferred',
  'token.paused',
  'token.unpaused',
  'token.called',
  'token.coupon.recorded',
  'token.coupon.funded',
  'token.coupon.paid',
  'token.coupon.defaulted',
] as const
export type ProjectEventKind = (typeof PROJECT_EVENT_KINDS)[number]

/** All kinds of one family, including future ones. */
export const EVENT_FAMILIES = ['wallet.*', 'payment.*', 'subscription.*', 'token.*'] as const satisfies `${string}.*`[]

/** The maximum of failed messages that one recovery schedules again. */
export const MAX_RECOVERED = 10_000

/** The maximum of endpoints of a project: each of its events checks all of them. */
export const MAX_ENDPOINTS = 20

/** The states of a destination: a webhook endpoint or an event subscription. */
export const DESTINATION_STATUSES = ['active', 'paused'] as const
export type DestinationStatus = (typeof DESTINATION_STATUSES)[number]

/** The reason for the pause: a request, a 410, or failures for days. */
export const PAUSE_CAUSES = ['asked', 'gone', 'failing'] as const
export type PauseCause = (typeof PAUSE_CAUSES)[number]

/** An event of a contract, and its reversal. */
export const INDEXER_EVENT = 'indexer.event'
export const INDEXER_REVERTED = 'indexer.reverted'

/** A destination is failing once it has answered no attempt with a 2xx for this long. */
export const FAILING_FOR_MS = 10 * 60_000
