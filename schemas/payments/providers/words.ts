export const PROVIDER_NAMES = ['monnify', 'paystack', 'flutterwave', 'cngn', 'sandbox'] as const

/** The name of each provider, as people write it. */
export const PROVIDER_TITLES = {
  monnify: 'Monnify',
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  cngn: 'cNGN',
  sandbox: 'Sandbox bank',
} satisfies Record<(typeof PROVIDER_NAMES)[number], string>

/** The name of the source of a receipt or an account: a provider, or a chain. */
export function providerName(name: string): string {
  return new Map<string, string>(Object.entries(PROVIDER_TITLES)).get(name) ?? name
}

/** The states of an event. They are kept apart from the contract, so that pages do not load its parser. */
export const PROVIDER_EVENT_STATES = ['STORED', 'HANDLED', 'IGNORED', 'DEAD'] as const
export type ProviderEventState = (typeof PROVIDER_EVENT_STATES)[number]

/**
 * The reason for which an event that names no account of the platform is ignored: the daily comparison finds its money.
 * Stored with the event.
 */
export const NO_ACCOUNT_REASON = 'No account of ours: the daily comparison finds money without an account'
