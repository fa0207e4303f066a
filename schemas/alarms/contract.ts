import { z } from 'zod'
import { type Page, pageNumber } from '@/server/paging'
import type { FaultPage } from './words'

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
  'recovering',
  'alarm_channel_failing',
] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

export const alarmFilter = z.object({
  state: z.enum(['open', 'closed']),
  page: pageNumber,
})
export type AlarmFilter = z.output<typeof alarmFilter>

export type AlarmView = {
  id: string
  kind: AlarmKind
  chainId: number | null
  chainName: string | null
  /** An address, an endpoint's label or a transaction id. */
  subject: string
  /** Where the subject is a transaction. */
  transactionId: string | null
  message: string
  /** What the work it is about waits for, as of the last look while it was open. */
  reason: string | null
  openedAt: string
  closedAt: string | null
}
/** An open alarm about the jobs. */
export type JobNotice = { id: string; message: string }
export type AlarmPage = Page<AlarmView>

/** What a pump waits for. */
export type WorkFaultView = {
  id: string
  /** What it does: `Reading deposits`. */
  title: string
  page: FaultPage
  chainId: number | null
  /** A chain, a provider; null where there is one of its kind. */
  of: string | null
  reason: string
  next: string
  since: string
  lastAt: string
  count: number
}
