/** What may become of an event; apart from the contract, whose parser pages need not carry. */
export const PROVIDER_EVENT_STATES = ['STORED', 'HANDLED', 'IGNORED', 'DEAD'] as const
export type ProviderEventState = (typeof PROVIDER_EVENT_STATES)[number]
