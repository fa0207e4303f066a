import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import type { AlarmView } from '@/schemas/alarms/contract'
import type { AlarmKind } from '@/schemas/alarms/words'
import { ALARMS } from '@/schemas/alarms/words'

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
  provider_events_dead: paths.exceptionsOf('event_failed'),
  provider_sums_differ: paths.providers,
  provider_reversed: paths.providers,
  payment_reverted: paths.exceptions,
  sweep_failing: paths.depositTokens,
  sweep_rule_stopped: paths.lanes,
  deposits_screened: paths.exceptionsOf('flagged_deposit'),
  screening_list_failing: paths.platformScreening,
  refund_waiting: paths.exceptions,
  jobs_silent: paths.alarms,
  event_loop_slow: paths.alarms,
  repeated_error: paths.alarms,
  proxy_unreadable: paths.alarms,
  wrong_key: paths.alarms,
  key_unusable: paths.alarms,
  key_service_silent: paths.alarms,
  signer_silent: paths.alarms,
  seed_differs: paths.alarms,
  seed_without_copy: paths.alarms,
  restored_wallets_missing: paths.recovery,
  recovering: paths.recovery,
  alarm_channel_failing: paths.alarmChannels,
} satisfies Record<AlarmKind, string>

export function AlarmRow({ alarm }: { alarm: AlarmView }) {
  const { kind, chainName, subject, transactionId, message, reason, openedAt, closedAt } = alarm
  return (
    <li className="space-y-1 px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={closedAt ? 'neutral' : 'danger'}>{ALARMS[kind].name}</Badge>
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
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem]">
        <TextLink
          href={transactionId ? paths.operatorTransaction(transactionId) : PAGES[kind]}
          className="break-all font-mono"
        >
          {subject}
        </TextLink>
        <TextLink href={paths.runbook(kind)} aria-label={`Runbook: ${ALARMS[kind].name}`}>
          Runbook
        </TextLink>
      </p>
    </li>
  )
}
