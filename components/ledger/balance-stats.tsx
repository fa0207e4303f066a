import { formatDecimal } from '@/components/ui/format-decimal'
import { StatCard } from '@/components/ui/stat-card'
import type { Balance } from '@/schemas/ledger/contract'

/** What a business can spend on gas, and what is held for transactions under way. */
export function BalanceStats({ balance }: { balance: Balance | undefined }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <StatCard
        label="Available"
        value={<Dollars value={balance?.available} />}
        hint="For the gas of new mainnet transactions"
        loading={!balance}
      />
      <StatCard
        label="Reserved"
        value={<Dollars value={balance?.reserved} />}
        hint="The maximum gas of pending transactions"
        loading={!balance}
      />
    </div>
  )
}

function Dollars({ value }: { value: string | undefined }) {
  return (
    <>
      {value === undefined ? null : formatDecimal(value)}{' '}
      <span className="font-normal text-base text-muted-foreground">USD</span>
    </>
  )
}
