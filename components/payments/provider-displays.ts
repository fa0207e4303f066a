import type { StateDisplay } from '@/components/ui/state-badge'
import type { ProviderView, ReconciliationView } from '@/schemas/payments/providers/contract'
import { type ProviderEventState, providerName } from '@/schemas/payments/providers/words'

type Origin = { provider: string; providerTxnId: string }

/**
 * The sender of the money and the provider's reference. On a chain the reference is the chain id, the transaction and
 * the log index.
 */
export function receiptSourceOf({ provider, providerTxnId }: Origin): string {
  if (provider !== 'chain') return `${providerName(provider)} ${providerTxnId}`
  const [, hash] = providerTxnId.split(':')
  return `Transaction ${hash ?? providerTxnId}`
}

export const PROVIDER_DISPLAYS = {
  active: { tone: 'success' },
  failing: { tone: 'danger' },
  off: { tone: 'warning', label: 'Switched off' },
  unconfigured: { tone: 'neutral', label: 'No API keys' },
} satisfies Record<ProviderView['state'], StateDisplay>

export const EVENT_DISPLAYS = {
  STORED: { tone: 'accent', label: 'Waiting', busy: true },
  HANDLED: { tone: 'success' },
  IGNORED: { tone: 'neutral' },
  DEAD: { tone: 'danger', label: 'Failed' },
} satisfies Record<ProviderEventState, StateDisplay>

export const RECONCILIATION_DISPLAYS = {
  equal: { tone: 'success', label: 'Match' },
  different: { tone: 'danger', label: 'Mismatch' },
  incomplete: { tone: 'warning', label: 'Incomplete' },
} satisfies Record<ReconciliationView['state'], StateDisplay>
