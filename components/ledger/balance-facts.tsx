import { Amount } from '@/components/ui/amount'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Skeleton } from '@/components/ui/skeleton'
import type { Balance } from '@/schemas/ledger/contract'

/** A balance inside a card: the figures of BalanceStats, without frames. */
export function BalanceFacts({ balance }: { balance: Balance | undefined }) {
  const dollars = (value: string | undefined) =>
    value === undefined ? (
      <Skeleton className="h-5 w-24" />
    ) : (
      <Amount value={value} unit="USD" className="font-semibold" />
    )
  return (
    <KeyValueList
      items={[
        { label: 'Available', value: dollars(balance?.available) },
        { label: 'Reserved', value: dollars(balance?.reserved) },
      ]}
    />
  )
}
