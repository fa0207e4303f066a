export const PROVIDER_NAMES = ['monnify', 'paystack', 'flutterwave', 'cngn', 'sandbox'] as const

/** The states of an event. They are kept apart from the contract, so that pages do not load its parser. */
export const PROVIDER_EVENT_STATES = ['STORED', 'HANDLED', 'IGNORED', 'DEAD'] as const
export type ProviderEventState = (typeof PROVIDER_EVENT_STATES)[number]

/**
 * The reason for which an event that names no account of ours is ignored: the daily comparison finds its money. Stored
 * with the event.
 */
export const NO_ACCOUNT_REASON = 'No account of ours: the daily comparison finds money without an account'
