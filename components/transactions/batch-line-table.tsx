import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { DataTable } from '@/components/table/data-table'
import type { TableColumn } from '@/components/table/table-column'
import { Address } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { StateBadge, type StateDisplay } from '@/components/ui/state-badge'
import { type BatchResult, columnOf, type LineOutcome, withColumn } from './batch-result'
import type { BatchVerdict, BatchVerdicts } from './judge-batch'
import type { BatchFileLine } from './read-batch-file'
import { shortAsset } from './short-asset'

const MAX_SHOWN = 100

const DISPLAYS = {
  ACCEPTED: { tone: 'success', label: 'Accepted' },
  EXISTING: { tone: 'neutral', label: 'Accepted before' },
  REFUSED: { tone: 'danger', label: 'Refused' },
  NOT_ATTEMPTED: { tone: 'warning', label: 'Not attempted' },
} satisfies Record<LineOutcome['status'], StateDisplay>

type Row = BatchFileLine & {
  outcome: LineOutcome | undefined
  verdict: BatchVerdict | undefined
  notice: string | null
}

type BatchLineTableProps = {
  projectId: string
  lines: readonly BatchFileLine[]
  /** Null before the batch was sent. */
  result: BatchResult | null
  /** The expected outcome of each line, before the API validates them; null if it is not known. */
  verdicts: BatchVerdicts | null
}

/** The lines of a batch with their outcomes, those with problems first. */
export function BatchLineTable({ projectId, lines, result, verdicts }: BatchLineTableProps) {
  const rows = lines.map((one): Row => {
    const outcome = result?.byLine.get(one.line)
    const verdict = result === null ? verdicts?.byLine.get(one.line) : undefined
    const notice = result === null ? (verdict?.text ?? one.warning) : textOf(outcome)
    return { ...one, outcome, verdict, notice }
  })
  const sorted = rows.toSorted((a, b) => rankOf(a) - rankOf(b) || a.line - b.line)
  const more = sorted.length - MAX_SHOWN
  return (
    <DataTable
      label="Lines"
      flush
      columns={columnsOf(projectId, result !== null)}
      rows={sorted.slice(0, MAX_SHOWN)}
      rowKey={({ line }) => String(line)}
      instead={null}
      notice={null}
      footer={more > 0 ? <span className="text-muted-foreground">And {more} more</span> : undefined}
    />
  )
}

function rankOf({ verdict, notice }: Row): number {
  if (notice === null) return 2
  return verdict && verdict.code !== null ? 0 : 1
}

function refusalLabel(code: string): string {
  return code === 'address_blocked' ? 'Blocked address' : 'Breaks a policy'
}

/** The reason why a line was not accepted, and in which column. */
function textOf(outcome: LineOutcome | undefined): string | null {
  if (!outcome?.message) return null
  return withColumn(columnOf(outcome), outcome.message)
}

function columnsOf(projectId: string, isSent: boolean): readonly TableColumn<Row>[] {
  return [
    { id: 'line', header: 'Line', cell: ({ line }) => <span className="tabular">{line}</span> },
    {
      id: 'reference',
      header: 'Reference',
      cell: ({ cells, transfer }) => (
        <span className="block max-w-40 py-1 list-sm:max-w-52">
          <span className="wrap-anywhere block list-sm:truncate">{cells.reference}</span>
          <span className="block text-[0.8125rem] list-sm:hidden">
            <Amount value={cells.amount} unit={shortAsset(transfer?.symbol ?? '')} exact />
          </span>
          <span className="block text-[0.8125rem] text-muted-foreground list-md:hidden">
            to <Address value={transfer?.to ?? cells.to} />
          </span>
        </span>
      ),
    },
    {
      id: 'to',
      header: 'To',
      hideBelow: 'md',
      cell: ({ transfer, cells }) => <Address value={transfer?.to ?? cells.to} />,
    },
    {
      id: 'amount',
      header: 'Amount',
      align: 'end',
      hideBelow: 'sm',
      cell: ({ cells, transfer }) => <Amount value={cells.amount} unit={shortAsset(transfer?.symbol ?? '')} exact />,
    },
    {
      id: 'result',
      header: isSent ? 'Result' : 'Check',
      cell: ({ outcome, verdict, notice }) => (
        <span className="flex flex-col items-start gap-1 py-1">
          {outcome ? <StateBadge state={outcome.status} displays={DISPLAYS} /> : null}
          {verdict && verdict.code !== null ? <Badge tone="danger">{refusalLabel(verdict.code)}</Badge> : null}
          {outcome || notice ? null : <Badge tone="success">Ready</Badge>}
          {notice ? <span className="max-w-72 text-pretty text-[0.8125rem]">{notice}</span> : null}
          {outcome?.transactionId ? (
            <TextLink href={paths.transaction(projectId, outcome.transactionId)}>Transaction</TextLink>
          ) : null}
        </span>
      ),
    },
  ]
}
