import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { textColumn } from '@/components/table/columns'
import type { TableColumn } from '@/components/table/table-column'
import { ShortId } from '@/components/ui/short-id'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import { exactMoney, groupDigits } from '@/server/money/display-amount'
import { FundsAfter, FundsBelow } from './funds-after'
import { JOURNAL_DISPLAYS } from './journal-displays'
import type { PairedRow } from './pair-holds'
import { Usd } from './usd'

export const statementColumns = (projectId: string): readonly TableColumn<PairedRow>[] => [
  {
    id: 'kind',
    header: 'Kind',
    cell: ({ kind, at, held }) => (
      <span className="inline-flex flex-col items-start gap-1 py-1">
        <StateBadge state={kind} displays={JOURNAL_DISPLAYS} />
        <span className="text-muted-foreground text-xs">
          <Time value={at} />
          {held === null ? null : <> · {exactMoney(held, 'USD')} held before</>}
        </span>
      </span>
    ),
  },
  {
    id: 'available',
    header: 'Available (USD)',
    align: 'end',
    cell: (line) => (
      <span className="block">
        <Usd value={line.available} signed exact />
        <FundsBelow after={line.after} exact />
      </span>
    ),
  },
  {
    id: 'reserved',
    header: 'Held (USD)',
    align: 'end',
    hideBelow: 'sm',
    cell: (line) => <Usd value={line.reserved} signed exact />,
  },
  {
    id: 'after',
    header: 'Balance (USD)',
    align: 'end',
    hideBelow: 'sm',
    cell: (line) => <FundsAfter after={line.after} exact />,
  },
  {
    id: 'reference',
    header: 'Reference',
    hideBelow: 'md',
    cell: (line) => <Reference projectId={projectId} line={line} />,
  },
  {
    id: 'rate',
    header: 'NGN per USD',
    align: 'end',
    hideBelow: 'lg',
    cell: ({ ngnPerUsd }) => (
      <span className="tabular text-muted-foreground">{ngnPerUsd === null ? '—' : groupDigits(ngnPerUsd)}</span>
    ),
  },
  textColumn(({ reason }) => reason, { id: 'reason', header: 'Reason', hideBelow: 'lg' }),
]

function Reference({ projectId, line: { reference } }: { projectId: string; line: PairedRow }) {
  if (!reference) return <span className="text-muted-foreground">—</span>
  const { type, id, name, about } = reference
  const shown = name === id ? <ShortId value={name} /> : <span className="wrap-anywhere font-mono">{name}</span>
  return (
    <span className="inline-flex flex-col py-1 text-[0.8125rem]">
      <span className="text-muted-foreground text-xs first-letter:uppercase">{type}</span>
      {about ? <TextLink href={hrefOf(projectId, about)}>{shown}</TextLink> : shown}
    </span>
  )
}

type About = NonNullable<NonNullable<PairedRow['reference']>['about']>

/** Transactions are of the business, payments of the project that began them. */
function hrefOf(projectId: string, about: About): string {
  return 'paymentId' in about
    ? paths.payment(about.projectId, about.paymentId)
    : paths.transaction(projectId, about.transactionId)
}
