import { AppLink } from '@/components/layout/app-link'
import { Amount } from '@/components/ui/amount'
import { Skeleton } from '@/components/ui/skeleton'
import type { Balance } from '@/schemas/ledger/contract'

type BalanceFactsProps = {
  balance: Balance | undefined
  /** The list of its journals, and of its holds. */
  href: string
  heldHref: string
}

/** A balance inside a card: the figures of BalanceStats, without frames. */
export function BalanceFacts({ balance, href, heldHref }: BalanceFactsProps) {
  return (
    <dl className="grid grid-cols-2 gap-x-8 md:grid-cols-4">
      <Figure label="Available" href={href}>
        {balance?.available}
      </Figure>
      <Figure label="Held for pending transactions" href={heldHref}>
        {balance?.reserved}
      </Figure>
    </dl>
  )
}

type FigureProps = { label: string; href: string; children: string | undefined }

function Figure({ label, href, children: value }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-muted-foreground">{label}</dt>
      <dd className="figure truncate text-xl leading-8">
        {value === undefined ? (
          <Skeleton className="h-5 w-24" />
        ) : (
          <AppLink href={href} className="rounded-sm underline-offset-4 hover:underline">
            <Amount value={value} unit="USD" />
          </AppLink>
        )}
      </dd>
    </div>
  )
}
