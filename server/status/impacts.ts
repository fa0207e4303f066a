import type { AlarmKind } from '@/schemas/alarms/words'
import type { AreaState } from '@/schemas/status/contract'

/** The effect of an alarm on customers, as public text. */
type Impact = { on: 'api' | 'webhooks' | 'chain' | 'provider'; state: AreaState; title: string }

const SIGNING: Impact = { on: 'api', state: 'degraded', title: 'Transactions cannot be signed' }
const PROCESSING: Impact = { on: 'api', state: 'degraded', title: 'Accepted requests are processed late' }

/** The alarms that concern customers. Other kinds never appear on the status page. */
export const IMPACTS: Partial<Record<AlarmKind, Impact>> = {
  recovering: { on: 'api', state: 'down', title: 'Write requests are refused' },
  jobs_silent: PROCESSING,
  jobs_not_registered: PROCESSING,
  wrong_key: SIGNING,
  key_unusable: SIGNING,
  key_service_silent: SIGNING,
  signer_silent: SIGNING,
  no_price: { on: 'api', state: 'degraded', title: 'A price is unavailable' },
  no_rate: { on: 'api', state: 'degraded', title: 'The exchange rate is unavailable' },
  webhook_backlog: { on: 'webhooks', state: 'degraded', title: 'Deliveries are delayed' },
  chain_unreachable: { on: 'chain', state: 'down', title: 'The chain is not reachable' },
  chain_stalled: { on: 'chain', state: 'down', title: 'The chain produces no blocks' },
  transactions_stuck: { on: 'chain', state: 'degraded', title: 'Transactions are delayed' },
  indexer_behind: { on: 'chain', state: 'degraded', title: 'Events are delayed' },
  deposits_behind: { on: 'chain', state: 'degraded', title: 'Deposits are delayed' },
  deep_reorg: { on: 'chain', state: 'degraded', title: 'The chain was reorganized' },
  finality_broken: { on: 'chain', state: 'degraded', title: 'Final blocks of the chain were replaced' },
  provider_failing: { on: 'provider', state: 'down', title: 'The provider does not respond' },
}
