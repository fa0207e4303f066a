'use client'

import { useQuery } from '@tanstack/react-query'
import { ChainName } from '@/components/chains/chain-name'
import { paths } from '@/components/paths'
import { QueryPage } from '@/components/query-page'
import { metadataFacts } from '@/components/transactions/metadata-facts'
import { TransactionTable } from '@/components/transactions/transaction-table'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Alert } from '@/components/ui/alert'
import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { SweepRuleView } from '@/schemas/sweeps/contract'
import { RESTORED_REASON } from '@/schemas/sweeps/words'
import { BusyWallets } from './busy-wallets'
import { RuleActions } from './rule-actions'
import { RULE_DISPLAYS, sourceText, whenText } from './rule-displays'

const REFRESH_MS = 5_000

/** One sweep rule: its terms, the wallets it is at, and its sweeps. */
export function RuleDetail({ projectId, ruleId }: { projectId: string; ruleId: string }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.sweeps.get.queryOptions({ projectId, ruleId }, { refetchInterval: REFRESH_MS }))
  return (
    <QueryPage
      query={query}
      title="Sweep rule"
      breadcrumbs={[
        { label: 'Wallets', href: paths.wallets(projectId) },
        { label: 'Sweep rules', href: paths.sweeps(projectId) },
      ]}
      head={(rule) => ({
        title: <span className="break-words">{`${sourceText(rule)}, ${rule.symbol}`}</span>,
        badge: <StateBadge state={rule.status} displays={RULE_DISPLAYS} />,
        actions: <RuleActions projectId={projectId} rule={rule} />,
      })}
    >
      {(rule) => (
        <>
          <Problem rule={rule} />
          <Card title="Rule">
            <KeyValueList
              items={[
                { label: 'Wallets', value: sourceText(rule) },
                { label: 'Chain', value: <ChainName projectId={projectId} chainId={rule.chainId} /> },
                { label: 'Sweeps to', value: <Address value={rule.toAddress} full /> },
                { label: 'Threshold', value: <Amount value={rule.threshold} unit={rule.symbol} exact /> },
                { label: 'Kept in wallet', value: <Amount value={rule.keep} unit={rule.symbol} exact /> },
                { label: 'When', value: whenText(rule) },
                { label: 'Next run', value: <Time value={rule.nextRunAt} />, hidden: rule.nextRunAt === null },
                { label: 'Reference', value: rule.reference, hidden: !rule.reference },
                ...metadataFacts(rule.metadata ?? null),
                { label: 'ID', value: <Address value={rule.id} kind="id" full /> },
                { label: 'Created', value: <Time value={rule.createdAt} /> },
              ]}
            />
          </Card>
          <BusyWallets projectId={projectId} ruleId={ruleId} />
          <Card title="Sweeps" flush>
            <TransactionTable projectId={projectId} sweepRuleId={ruleId} flush />
          </Card>
        </>
      )}
    </QueryPage>
  )
}

function Problem({ rule: { status, stoppedReason, heldWallets } }: { rule: SweepRuleView }) {
  if (status === 'STOPPED')
    return (
      <Alert tone="danger">{`Stopped: ${stoppedReason ?? 'sweeps failed'}. Resume the rule once this is settled.`}</Alert>
    )
  if (status === 'PAUSED' && stoppedReason === RESTORED_REASON)
    return (
      <Alert tone="warning">
        Paused because the platform was restored from a backup, which may have an old target. Check it, then resume the
        rule or delete it.
      </Alert>
    )
  if (heldWallets === 0) return null
  const which = heldWallets === 1 ? '1 wallet is' : `${heldWallets} wallets are`
  return <Alert tone="warning">{`${which} held after four failures in a row. Resume retries them.`}</Alert>
}
