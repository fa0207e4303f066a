import { Amount } from '@/components/ui/amount'
import { Skeleton } from '@/components/ui/skeleton'
import type { Balance } from '@/schemas/ledger/contract'

/** A balance inside a card: the figures of BalanceStats, without frames. */
export function BalanceFacts({ balance }: { balance: Balance | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-x-8 lg:grid-cols-4">
      <Figure label="Available">{balance?.available}</Figure>
      <Figure label="Held for pending transactions">{balance?.reserved}</Figure>
    </dl>
  )
}

function Figure({ label, children: value }: { label: string; children: string | undefined }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-muted-foreground">{label}</dt>
      <dd className="tabular truncate font-semibold text-lg leading-7 tracking-tight">
        {value === undefined ? <Skeleton className="h-5 w-24" /> : <Amount value={value} unit="USD" />}
      </dd>
    </div>
  )
}
