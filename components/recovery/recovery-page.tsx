'use client'

import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { QueryPage } from '@/components/query-page'
import { addressColumn } from '@/components/table/columns'
import { DataTable } from '@/components/table/data-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { RecoveryView } from '@/schemas/recovery/contract'
import { AccessToReview } from './access-to-review'
import { RepeatedTransactions } from './repeated-transactions'
import { RestoredWallets } from './restored-wallets'

const REFRESH_MS = 10_000
const DISPLAYS = {
  level: { tone: 'success', label: 'Matches' },
  ahead: { tone: 'danger', label: 'Chain is ahead' },
  silent: { tone: 'warning', label: 'Does not answer' },
} as const

const stopForm = lazyPart(() => import('./stop-sending-form'))
const leaveForm = lazyPart(() => import('./leave-recovery-form'))

/** Whether the platform sends, and what keeps it from it. */
export function RecoveryPage() {
  const trpc = useTRPC()
  const query = useQuery(trpc.recovery.get.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  return (
    <QueryPage
      title="Recovery"
      description="During a recovery nothing is signed or paid out, and the API refuses writes. Reads keep working."
      query={query}
      head={(recovery) => ({ actions: recovery ? <LeaveRecovery recovery={recovery} /> : <StopSending /> })}
    >
      {(recovery) => (
        <div className="space-y-6">
          {recovery ? <OpenRecovery recovery={recovery} /> : <Sending />}
          <RepeatedTransactions />
          <RestoredWallets />
        </div>
      )}
    </QueryPage>
  )
}

function Sending() {
  return (
    <Card>
      <EmptyState icon={<ShieldCheck aria-hidden />} title="The platform is sending">
        A recovery begins automatically when the database is older than its chains, as after a restored backup. Stop
        sending by hand when something looks wrong.
      </EmptyState>
    </Card>
  )
}

function StopSending() {
  const shortfall = usePlatformShortfall()
  return (
    <LazyDialog
      part={stopForm}
      trigger={
        <Button variant="danger" disabledReason={shortfall}>
          Stop sending
        </Button>
      }
    >
      {({ StopSendingForm }, dialog) => <StopSendingForm {...dialog} />}
    </LazyDialog>
  )
}

function LeaveRecovery({ recovery }: { recovery: RecoveryView }) {
  const shortfall = usePlatformShortfall()
  return (
    <LazyDialog part={leaveForm} trigger={<Button disabledReason={shortfall}>Send again</Button>}>
      {({ LeaveRecoveryForm }, dialog) => <LeaveRecoveryForm recovery={recovery} {...dialog} />}
    </LazyDialog>
  )
}

function OpenRecovery({ recovery }: { recovery: RecoveryView }) {
  const { message, enteredAt, lookedAt, objections, chains, lost, toReview } = recovery
  return (
    <div className="space-y-6">
      <Alert tone="danger" title="Nothing is sent">
        <p>{message}</p>
        <p>
          Since <Time value={enteredAt} />
        </p>
      </Alert>
      <Alert
        tone={objections.length === 0 ? 'success' : 'warning'}
        title={objections.length === 0 ? 'Every chain matches the database' : 'Before sending again'}
      >
        {objections.length === 0 ? null : (
          <ul className="list-disc pl-5">
            {objections.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </Alert>
      <Card
        flush
        title="Chains"
        description={
          lookedAt ? (
            <>
              Compared with the database <Time value={lookedAt} />, and every 15 seconds.
            </>
          ) : (
            'They are compared with the database every 15 seconds.'
          )
        }
      >
        <DataTable
          flush
          label="Chains"
          columns={CHAIN_COLUMNS}
          rows={chains}
          rowKey={({ chainId }) => String(chainId)}
          instead={chains.length === 0 ? <EmptyState title="Not compared yet" /> : null}
          notice={null}
        />
      </Card>
      {lost.length === 0 ? null : (
        <Card
          flush
          title="On a chain without a record"
          description="Wallets sent these after the backup, and their records are lost. Tell their businesses that repeating such a call pays again."
        >
          <DataTable
            flush
            label="Transactions"
            columns={LOST_COLUMNS}
            rows={lost}
            rowKey={({ hash }) => hash}
            instead={null}
            notice={null}
          />
        </Card>
      )}
      <AccessToReview rows={toReview} />
    </div>
  )
}

const CHAIN_COLUMNS: readonly TableColumn<RecoveryView['chains'][number]>[] = [
  { id: 'chain', header: 'Chain', cell: ({ chainName }) => chainName },
  { id: 'state', header: 'State', cell: ({ state }) => <StateBadge state={state} displays={DISPLAYS} /> },
  {
    id: 'detail',
    header: 'Seen',
    hideBelow: 'sm',
    cell: ({ detail }) => <span className="block max-w-lg whitespace-normal py-1">{detail}</span>,
  },
]

const LOST_COLUMNS: readonly TableColumn<RecoveryView['lost'][number]>[] = [
  addressColumn((row) => row.hash, { id: 'hash', header: 'Transaction', kind: 'transaction hash' }),
  { id: 'chain', header: 'Chain', hideBelow: 'sm', cell: ({ chainName }) => chainName },
  addressColumn((row) => row.fromAddress, { id: 'from', header: 'From', hideBelow: 'md' }),
  addressColumn((row) => row.toAddress, { id: 'to', header: 'To', hideBelow: 'md' }),
]
