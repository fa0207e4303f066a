export const MESSAGE_STATUSES = ['pending', 'delivered', 'failed'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/** What an event made to try a receiver is called. */
export const TEST_EVENT = 'webhook.test'
/** The same for the receiver of an event subscription. */
export const INDEXER_TEST = 'indexer.test'
export const TEST_KINDS = [TEST_EVENT, INDEXER_TEST] as const
