/** Work that is tried again after it failed, by the name of its job: what people call it, and which page of the operators tells of it. */
export const WORKS = {
  'pump-chain': { title: 'Sending transactions', page: 'lanes' },
  'follow-deposits': { title: 'Reading deposits', page: 'chains' },
  'follow-events': { title: 'Reading events', page: 'networks' },
  'replay-events': { title: 'Replaying events', page: 'networks' },
  'follow-tokens': { title: 'Reading tokens', page: 'chains' },
  'carry-token-operations': { title: 'Operations of tokens', page: 'lanes' },
  'carry-arrivals': { title: 'Booking stablecoin payments', page: 'deposit-tokens' },
  'ask-payment-providers': { title: 'Asking payment providers', page: 'providers' },
  'send-payment-refunds': { title: 'Sending refunds', page: 'providers' },
  'dispatch-webhooks': { title: 'Delivering webhooks', page: 'alarms' },
  'send-mails': { title: 'Sending mails', page: 'mail' },
  sweep: { title: 'The sweeper', page: 'alarms' },
  prune: { title: 'Forgetting what is over its time', page: 'alarms' },
  'check-books': { title: 'Checking the books', page: 'alarms' },
  'check-seeds': { title: 'Checking wallet seeds', page: 'alarms' },
  'close-approvals': { title: 'Closing approvals', page: 'alarms' },
  'keep-payments': { title: 'Keeping payments', page: 'alarms' },
  'keep-tokens': { title: 'Keeping tokens', page: 'alarms' },
  'reconcile-providers': { title: 'Comparing providers', page: 'providers' },
  'rotate-signing-keys': { title: 'Rotating signing keys', page: 'alarms' },
  'watch-tokens': { title: 'Comparing tokens', page: 'alarms' },
} as const

export type WorkName = keyof typeof WORKS
/** Where faults of work show; the page of alarms shows all. */
export type FaultPage = (typeof WORKS)[WorkName]['page']

/** Whether that is the name of work that is known here. */
export function isWorkName(name: string): name is WorkName {
  return Object.hasOwn(WORKS, name)
}

/** How much an alarm matters, the most first. `critical`: money or everybody's service is at stake, at any hour. */
export const SEVERITIES = ['critical', 'error', 'warning'] as const
export type Severity = (typeof SEVERITIES)[number]

/** What people call each kind of alarm, and how much it matters. */
export const ALARMS = {
  treasury_low: { name: 'Treasury low', severity: 'warning' },
  gas_wallet_low: { name: 'Gas wallet low', severity: 'warning' },
  refill_unpaid: { name: 'Treasury cannot refill', severity: 'error' },
  endpoint_wrong_chain: { name: 'Endpoint of another chain', severity: 'warning' },
  needs_operator: { name: 'Needs an operator', severity: 'error' },
  stuck_head: { name: 'Stuck nonce', severity: 'error' },
  deep_reorg: { name: 'Deep reorganization', severity: 'error' },
  no_price: { name: 'No price', severity: 'error' },
  no_rate: { name: 'No exchange rate', severity: 'error' },
  rate_refused: { name: 'Exchange rate refused', severity: 'warning' },
  ledger_drift: { name: 'Books do not add up', severity: 'critical' },
  jobs_not_registered: { name: 'Jobs not registered', severity: 'critical' },
  chain_stalled: { name: 'No new block', severity: 'error' },
  chain_unreachable: { name: 'Chain out of reach', severity: 'critical' },
  transactions_stuck: { name: 'Transactions stand still', severity: 'critical' },
  webhook_backlog: { name: 'Webhooks are late', severity: 'error' },
  mail_backlog: { name: 'Mails are late', severity: 'warning' },
  indexer_behind: { name: 'Events are late', severity: 'error' },
  deposits_behind: { name: 'Deposits are late', severity: 'error' },
  finality_broken: { name: 'Final blocks were replaced', severity: 'critical' },
  token_index_differs: { name: 'A token is not as its chain says', severity: 'error' },
  redemption_stuck: { name: 'A redemption stands still', severity: 'warning' },
  provider_failing: { name: 'A payment provider fails', severity: 'error' },
  provider_events_dead: { name: 'A provider’s event was given up', severity: 'error' },
  provider_sums_differ: { name: 'A provider’s sums differ from ours', severity: 'error' },
  provider_reversed: { name: 'A provider took money back', severity: 'error' },
  payment_reverted: { name: 'Money of payments left the chain', severity: 'critical' },
  sweep_failing: { name: 'Money of payments does not reach the treasury', severity: 'warning' },
  refund_waiting: { name: 'A refund needs somebody', severity: 'warning' },
  jobs_silent: { name: 'Jobs do not run', severity: 'critical' },
  event_loop_slow: { name: 'A process is slow', severity: 'warning' },
  repeated_error: { name: 'Error that repeats', severity: 'warning' },
  proxy_unreadable: { name: 'Addresses of clients unknown', severity: 'error' },
  wrong_key: { name: 'Wrong key', severity: 'critical' },
  key_unusable: { name: 'Key service refuses a key', severity: 'critical' },
  key_service_silent: { name: 'Key service does not answer', severity: 'critical' },
  seed_differs: { name: 'A wallet seed is wrong', severity: 'critical' },
  seed_without_copy: { name: 'A wallet seed has no copy', severity: 'error' },
  recovering: { name: 'Nothing is sent', severity: 'critical' },
  alarm_channel_failing: { name: 'Alarm channel fails', severity: 'error' },
} satisfies Record<string, { name: string; severity: Severity }>
