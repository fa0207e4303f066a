export const ALARM_KINDS = [
  'treasury_low',
  'gas_wallet_low',
  'refill_unpaid',
  'endpoint_wrong_chain',
  'needs_operator',
  'stuck_head',
  'deep_reorg',
  'no_price',
  'no_rate',
  'rate_refused',
  'ledger_drift',
  'jobs_not_registered',
  'chain_stalled',
  'chain_unreachable',
  'transactions_stuck',
  'webhook_backlog',
  'mail_backlog',
  'indexer_behind',
  'deposits_behind',
  'finality_broken',
  'token_index_differs',
  'redemption_stuck',
  'provider_failing',
  'provider_events_dead',
  'provider_sums_differ',
  'provider_reversed',
  'payment_reverted',
  'sweep_failing',
  'sweep_rule_stopped',
  'deposits_screened',
  'screening_list_failing',
  'refund_waiting',
  'jobs_silent',
  'event_loop_slow',
  'repeated_error',
  'proxy_unreadable',
  'wrong_key',
  'key_unusable',
  'key_service_silent',
  'signer_silent',
  'seed_differs',
  'seed_without_copy',
  'restored_wallets_missing',
  'recovering',
  'alarm_channel_failing',
] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

/** Work that is retried after a failure, by the name of its job: its display name, and the operator page about it. */
export const WORKS = {
  'pump-chain': { title: 'Sending transactions', page: 'lanes' },
  'follow-deposits': { title: 'Reading deposits', page: 'chains' },
  'follow-events': { title: 'Reading events', page: 'networks' },
  'replay-events': { title: 'Replaying events', page: 'networks' },
  'follow-tokens': { title: 'Reading tokens', page: 'chains' },
  'carry-token-operations': { title: 'Processing token operations', page: 'lanes' },
  'carry-arrivals': { title: 'Recording stablecoin payments', page: 'deposit-tokens' },
  'ask-payment-providers': { title: 'Checking payment providers', page: 'providers' },
  'send-payment-refunds': { title: 'Sending refunds', page: 'providers' },
  'dispatch-webhooks': { title: 'Delivering webhooks', page: 'alarms' },
  'send-mails': { title: 'Sending emails', page: 'mail' },
  sweep: { title: 'Sweeping', page: 'alarms' },
  'advance-sweeps': { title: 'Sweeping wallets by rules', page: 'lanes' },
  prune: { title: 'Pruning expired data', page: 'alarms' },
  'check-books': { title: 'Checking the ledger', page: 'alarms' },
  'check-seeds': { title: 'Checking wallet seeds', page: 'alarms' },
  'close-approvals': { title: 'Closing approvals', page: 'alarms' },
  'keep-payments': { title: 'Maintaining payments', page: 'alarms' },
  'keep-tokens': { title: 'Maintaining tokens', page: 'alarms' },
  'read-screening-list': { title: 'Reading the list of blocked addresses', page: 'screening' },
  'reconcile-providers': { title: 'Reconciling providers', page: 'providers' },
  'rotate-signing-keys': { title: 'Rotating signing keys', page: 'alarms' },
  'watch-tokens': { title: 'Checking tokens', page: 'alarms' },
} as const

export type WorkName = keyof typeof WORKS
/** One piece of work: the name of its job, and its subject if there are several (a chain, a provider). */
export type Work = { name: WorkName; of: string; chainId: number | null }
/** The operator page that shows faults of the work. The page of alarms shows all. */
export type FaultPage = (typeof WORKS)[WorkName]['page']

/** Whether a name is that of known work. */
export function isWorkName(name: string): name is WorkName {
  return Object.hasOwn(WORKS, name)
}

/**
 * The severity of an alarm, highest first. `critical`: money or the service of every customer is at stake, at any hour.
 */
export const SEVERITIES = ['critical', 'error', 'warning'] as const
export type Severity = (typeof SEVERITIES)[number]

/** The name and severity of each kind of alarm. */
export const ALARMS = {
  treasury_low: { name: 'Treasury low', severity: 'warning' },
  gas_wallet_low: { name: 'Gas wallet low', severity: 'warning' },
  refill_unpaid: { name: 'Treasury cannot refill', severity: 'error' },
  endpoint_wrong_chain: { name: 'Endpoint on the wrong chain', severity: 'warning' },
  needs_operator: { name: 'Needs an operator', severity: 'error' },
  stuck_head: { name: 'Stuck nonce', severity: 'error' },
  deep_reorg: { name: 'Deep reorganization', severity: 'error' },
  no_price: { name: 'No price', severity: 'error' },
  no_rate: { name: 'No exchange rate', severity: 'error' },
  rate_refused: { name: 'Exchange rate refused', severity: 'warning' },
  ledger_drift: { name: 'The ledger does not balance', severity: 'critical' },
  jobs_not_registered: { name: 'Jobs not registered', severity: 'critical' },
  chain_stalled: { name: 'No new block', severity: 'error' },
  chain_unreachable: { name: 'Chain unreachable', severity: 'critical' },
  transactions_stuck: { name: 'Transactions are stalled', severity: 'critical' },
  webhook_backlog: { name: 'Webhooks are late', severity: 'error' },
  mail_backlog: { name: 'Emails are late', severity: 'warning' },
  indexer_behind: { name: 'Events are late', severity: 'error' },
  deposits_behind: { name: 'Deposits are late', severity: 'error' },
  finality_broken: { name: 'Final blocks were replaced', severity: 'critical' },
  token_index_differs: { name: 'A token differs from its chain', severity: 'error' },
  redemption_stuck: { name: 'A redemption is stalled', severity: 'warning' },
  provider_failing: { name: 'A payment provider fails', severity: 'error' },
  provider_events_dead: { name: 'A provider event failed', severity: 'error' },
  provider_sums_differ: { name: 'Provider totals differ', severity: 'error' },
  provider_reversed: { name: 'A provider took money back', severity: 'error' },
  payment_reverted: { name: 'A payment deposit was reorged', severity: 'critical' },
  sweep_failing: { name: 'Payment deposits are not swept', severity: 'warning' },
  sweep_rule_stopped: { name: 'A sweep rule was stopped', severity: 'warning' },
  screening_list_failing: { name: 'The list of blocked addresses is not read', severity: 'error' },
  deposits_screened: { name: 'Deposits from blocked addresses', severity: 'warning' },
  refund_waiting: { name: 'A refund needs a decision', severity: 'warning' },
  jobs_silent: { name: 'Jobs do not run', severity: 'critical' },
  event_loop_slow: { name: 'A process is slow', severity: 'warning' },
  repeated_error: { name: 'Repeated error', severity: 'warning' },
  proxy_unreadable: { name: 'Client addresses unknown', severity: 'error' },
  wrong_key: { name: 'Wrong key', severity: 'critical' },
  key_unusable: { name: 'Key service refuses a key', severity: 'critical' },
  key_service_silent: { name: 'Key service does not answer', severity: 'critical' },
  signer_silent: { name: 'Signer does not answer', severity: 'critical' },
  seed_differs: { name: 'A wallet seed is wrong', severity: 'critical' },
  seed_without_copy: { name: 'A wallet seed has no copy', severity: 'error' },
  restored_wallets_missing: { name: 'Restored wallets are missing', severity: 'error' },
  recovering: { name: 'Nothing is sent', severity: 'critical' },
  alarm_channel_failing: { name: 'Alarm channel fails', severity: 'error' },
} satisfies Record<string, { name: string; severity: Severity }>
