import { formatDecimal } from '@/components/ui/format-decimal'
import { StatCard } from '@/components/ui/stat-card'
import type { StatementView } from '@/schemas/ledger/statement/contract'

/** What there was on the first day and on the last. */
export function StatementBalances({ statement }: { statement: StatementView | undefined }) {
  const cards = [
    { label: 'Opening balance', balance: statement?.opening },
    { label: 'Closing balance', balance: statement?.closing },
  ]
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {cards.map(({ label, balance }) => (
        <StatCard
          key={label}
          label={label}
          loading={!balance}
          value={
            <>
              {balance ? formatDecimal(balance.available) : null}{' '}
              <span className="font-normal text-base text-muted-foreground">USD</span>
            </>
          }
          hint={balance ? `and ${formatDecimal(balance.reserved)} USD held` : undefined}
        />
      ))}
    </div>
  )
}
