export const PROVIDER_NAMES = ['monnify', 'paystack', 'flutterwave', 'cngn', 'sandbox'] as const

/** What may become of an event; apart from the contract, whose parser pages need not carry. */
export const PROVIDER_EVENT_STATES = ['STORED', 'HANDLED', 'IGNORED', 'DEAD'] as const
export type ProviderEventState = (typeof PROVIDER_EVENT_STATES)[number]

/** Why an event is ignored that names no account of ours: money of it is found by comparing. Stored with the event. */
export const NO_ACCOUNT = 'No account of ours: the daily comparison finds money without an account'
