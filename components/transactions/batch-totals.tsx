import { Alert } from '@/components/ui/alert'
import { Amount } from '@/components/ui/amount'
import type { BatchVerdicts } from './judge-batch'
import { type BatchFileLine, totalsOf } from './read-batch-file'
import { shortAsset } from './short-asset'

type BatchTotalsProps = { lines: readonly BatchFileLine[]; verdicts: BatchVerdicts | null }

/**
 * The total of each token in a batch, the number of lines that would be refused, and what policies require for the sum.
 */
export function BatchTotals({ lines, verdicts }: BatchTotalsProps) {
  const refused = [...(verdicts?.byLine.values() ?? [])].filter(({ code }) => code !== null).length
  return (
    <div className="space-y-3 border-b px-5 py-4">
      <ul aria-label="Totals" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {totalsOf(lines).map(({ key, chainName, symbol, count, amount }) => (
          <li key={key} className="rounded-md border bg-sunken px-3.5 py-2.5">
            <span className="block font-semibold">
              <Amount value={amount} unit={shortAsset(symbol)} exact />
            </span>
            <span className="block text-[0.8125rem] text-muted-foreground">
              {count} {count === 1 ? 'transfer' : 'transfers'} on {chainName}
            </span>
          </li>
        ))}
      </ul>
      {refused > 0 ? (
        <Alert tone="warning">
          {refused === 1 ? '1 line would be refused.' : `${refused} lines would be refused.`}
        </Alert>
      ) : null}
      {verdicts?.approvals.map((reason) => (
        <Alert key={reason} tone="neutral">
          {reason}: every line waits for a second person.
        </Alert>
      ))}
    </div>
  )
}
