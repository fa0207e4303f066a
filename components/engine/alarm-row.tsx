import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import type { Tone } from '@/components/ui/tone'
import type { AlarmView } from '@/schemas/alarms/contract'
import type { AlarmKind, Severity } from '@/schemas/alarms/words'
import { ALARMS } from '@/schemas/alarms/words'

type NextStep = { href: string; label: string }

const CHAINS: NextStep = { href: paths.chains, label: 'Open chains' }
const EXCEPTIONS: NextStep = { href: paths.exceptions, label: 'Open exceptions' }
const LANES: NextStep = { href: paths.lanes, label: 'Open lanes' }
const PROVIDERS: NextStep = { href: paths.providers, label: 'Open providers' }
const RATES: NextStep = { href: paths.rates, label: 'Open rates' }
const RECOVERY: NextStep = { href: paths.recovery, label: 'Open recovery' }
const TREASURY: NextStep = { href: paths.treasury, label: 'Open treasury' }

/** The page where an operator resolves it; null if only the runbook helps. */
const PAGES = {
  treasury_low: TREASURY,
  gas_wallet_low: TREASURY,
  refill_unpaid: TREASURY,
  endpoint_wrong_chain: CHAINS,
  needs_operator: LANES,
  stuck_head: LANES,
  deep_reorg: CHAINS,
  no_price: { href: paths.prices, label: 'Open prices' },
  no_rate: RATES,
  rate_refused: RATES,
  ledger_drift: { href: paths.trialBalance, label: 'Open trial balance' },
  jobs_not_registered: null,
  chain_stalled: CHAINS,
  chain_unreachable: CHAINS,
  transactions_stuck: LANES,
  webhook_backlog: null,
  mail_backlog: { href: paths.mail, label: 'Open email' },
  indexer_behind: CHAINS,
  deposits_behind: CHAINS,
  finality_broken: CHAINS,
  token_index_differs: null,
  redemption_stuck: null,
  provider_failing: PROVIDERS,
  provider_events_dead: { ...EXCEPTIONS, href: paths.exceptionsOf('event_failed') },
  provider_sums_differ: PROVIDERS,
  provider_reversed: PROVIDERS,
  payment_reverted: EXCEPTIONS,
  sweep_failing: { href: paths.depositTokens, label: 'Open deposit tokens' },
  sweep_rule_stopped: LANES,
  deposits_screened: { ...EXCEPTIONS, href: paths.exceptionsOf('flagged_deposit') },
  screening_list_failing: { href: paths.platformScreening, label: 'Open screening' },
  refund_waiting: EXCEPTIONS,
  jobs_silent: null,
  event_loop_slow: null,
  repeated_error: null,
  proxy_unreadable: null,
  wrong_key: null,
  key_unusable: null,
  key_service_silent: null,
  signer_silent: null,
  seed_differs: null,
  seed_without_copy: null,
  restored_wallets_missing: RECOVERY,
  recovering: RECOVERY,
  alarm_channel_failing: { href: paths.alarmChannels, label: 'Open channels' },
} satisfies Record<AlarmKind, NextStep | null>

/** A row that the search finds, as `deposit 0193a000-…`; an id alone is of a token. */
const ROW = /^(?:(?:deposit|payment|token|webhook message) )?([0-9a-f]{8}-[0-9a-f-]{27})$/

/** The transaction, the row or the chain that the alarm names, else the page of its kind. */
function nextStepOf({ kind, chainId, transactionId, subject }: AlarmView): NextStep | null {
  if (transactionId) return { href: paths.operatorTransaction(transactionId), label: 'Open transaction' }
  const [, id] = ROW.exec(subject) ?? []
  if (id !== undefined) return { href: paths.searchFor(id), label: 'Open search' }
  const page: NextStep | null = PAGES[kind]
  return page === CHAINS && chainId !== null ? { href: paths.chain(chainId), label: 'Open chain' } : page
}

const TONES = { critical: 'danger', error: 'danger', warning: 'warning' } as const satisfies Record<Severity, Tone>

/** An alarm: its problem, its start, and the next step. */
export function AlarmRow({ alarm }: { alarm: AlarmView }) {
  const { kind, chainName, subject, message, reason, openedAt, closedAt } = alarm
  const { name, severity } = ALARMS[kind]
  const next = nextStepOf(alarm)
  return (
    <li className="space-y-1 px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={closedAt ? 'neutral' : TONES[severity]}>{name}</Badge>
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
      <p className="break-all font-mono text-[0.8125rem] text-muted-foreground">{subject}</p>
      <div className="flex flex-wrap gap-2 pt-1">
        {next ? (
          <LinkButton size="sm" href={next.href} aria-label={`${next.label}: ${name}`}>
            {next.label}
          </LinkButton>
        ) : null}
        <LinkButton size="sm" variant="ghost" href={paths.runbook(kind)} aria-label={`Runbook: ${name}`}>
          Runbook
        </LinkButton>
      </div>
    </li>
  )
}
