import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import type { AlarmKind, AlarmView } from '@/server/alarms/contract'

const NAMES = {
  treasury_low: 'Treasury low',
  gas_wallet_low: 'Gas wallet low',
  refill_unpaid: 'Treasury cannot refill',
  endpoint_wrong_chain: 'Endpoint of another chain',
  needs_operator: 'Needs an operator',
  stuck_head: 'Stuck nonce',
  deep_reorg: 'Deep reorganization',
  no_price: 'No price',
  no_rate: 'No exchange rate',
  rate_refused: 'Exchange rate refused',
  ledger_drift: 'Books do not add up',
  jobs_not_registered: 'Jobs not registered',
  chain_stalled: 'No new block',
  chain_unreachable: 'Chain out of reach',
  transactions_stuck: 'Transactions stand still',
  webhook_backlog: 'Webhooks are late',
  mail_backlog: 'Mails are late',
  indexer_behind: 'Events are late',
  deposits_behind: 'Deposits are late',
  finality_broken: 'Final blocks were replaced',
  token_index_differs: 'A token is not as its chain says',
  redemption_stuck: 'A redemption stands still',
  provider_failing: 'A payment provider fails',
  provider_events_dead: 'A provider’s event was given up',
  provider_sums_differ: 'A provider’s sums differ from ours',
  provider_reversed: 'A provider took money back',
  payment_reverted: 'Money of payments left the chain',
  sweep_failing: 'Money of payments does not reach the treasury',
  refund_waiting: 'A refund needs somebody',
  jobs_silent: 'Jobs do not run',
  event_loop_slow: 'A process is slow',
  repeated_error: 'Error that repeats',
  proxy_unreadable: 'Addresses of clients unknown',
  wrong_key: 'Wrong key',
  key_unusable: 'Key service refuses a key',
  key_service_silent: 'Key service does not answer',
  seed_differs: 'A wallet seed is wrong',
  seed_without_copy: 'A wallet seed has no copy',
  recovering: 'Nothing is sent',
} satisfies Record<AlarmKind, string>

/** Where an operator does something about it. */
const PAGES = {
  treasury_low: paths.treasury,
  gas_wallet_low: paths.treasury,
  refill_unpaid: paths.treasury,
  endpoint_wrong_chain: paths.chains,
  needs_operator: paths.lanes,
  stuck_head: paths.lanes,
  deep_reorg: paths.chains,
  no_price: paths.prices,
  no_rate: paths.rates,
  rate_refused: paths.rates,
  ledger_drift: paths.trialBalance,
  jobs_not_registered: paths.alarms,
  chain_stalled: paths.chains,
  chain_unreachable: paths.chains,
  transactions_stuck: paths.lanes,
  webhook_backlog: paths.alarms,
  mail_backlog: paths.mail,
  indexer_behind: paths.chains,
  deposits_behind: paths.chains,
  finality_broken: paths.chains,
  token_index_differs: paths.alarms,
  redemption_stuck: paths.alarms,
  provider_failing: paths.providers,
  provider_events_dead: paths.providers,
  provider_sums_differ: paths.providers,
  provider_reversed: paths.providers,
  payment_reverted: paths.depositTokens,
  sweep_failing: paths.depositTokens,
  refund_waiting: paths.operatorPayments,
  jobs_silent: paths.alarms,
  event_loop_slow: paths.alarms,
  repeated_error: paths.alarms,
  proxy_unreadable: paths.alarms,
  wrong_key: paths.alarms,
  key_unusable: paths.alarms,
  key_service_silent: paths.alarms,
  seed_differs: paths.alarms,
  seed_without_copy: paths.alarms,
  recovering: paths.recovery,
} satisfies Record<AlarmKind, string>

export function AlarmRow({ alarm }: { alarm: AlarmView }) {
  const { kind, chainName, subject, transactionId, message, reason, openedAt, closedAt } = alarm
  return (
    <li className="space-y-1 px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={closedAt ? 'neutral' : 'danger'}>{NAMES[kind]}</Badge>
        {chainName ? <span className="font-medium">{chainName}</span> : null}
        <span className="text-[0.8125rem] text-muted-foreground">
          opened <Time value={openedAt} />
          {closedAt ? (
            <>
              , closed <Time value={closedAt} />
            </>
          ) : null}
        </span>
      </div>
      <p className="break-words">{message}</p>
      {reason ? <p className="break-words text-[0.8125rem] text-muted-foreground">{reason}</p> : null}
      <TextLink
        href={transactionId ? paths.operatorTransaction(transactionId) : PAGES[kind]}
        className="break-all font-mono text-[0.8125rem]"
      >
        {subject}
      </TextLink>
    </li>
  )
}
