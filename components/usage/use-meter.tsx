'use client'

import { Meter } from '@base-ui/react/meter'
import { cn } from '@/components/ui/cn'
import type { ProductUsage } from '@/schemas/usage/contract'
import { meteredLabel } from '@/schemas/usage/words'
import { groupDigits } from '@/server/money/display-amount'
import { usageLevelOf } from './usage-level-of'

const FILLS = { plenty: 'bg-primary', near: 'bg-warning-solid', spent: 'bg-danger-solid' } as const

const count = (number: number) => groupDigits(String(number))

/** Shows the used part of a quota; without a quota only the count. */
export function UseMeter({ use }: { use: ProductUsage['uses'][number] }) {
  const { name, used, limit, creditRate } = use
  const label = meteredLabel(name)
  const price = creditRate === null ? '' : `, ${count(creditRate)} ${creditRate === 1 ? 'credit' : 'credits'} each`
  if (limit === null)
    return (
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-[0.8125rem]">
        <span className="font-medium">{label}</span>
        <span className="tabular text-muted-foreground">
          {count(used)}, no limit{price}
        </span>
      </p>
    )
  const { level, percent } = usageLevelOf(used, limit)
  const text = `${count(used)} of ${count(limit)}`
  return (
    <Meter.Root value={percent} className="space-y-2" getAriaValueText={() => `${text}, ${percent}%`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-[0.8125rem]">
        <Meter.Label className="font-medium">{label}</Meter.Label>
        <span className="tabular text-muted-foreground">
          {text}
          {level === 'plenty' ? '' : level === 'near' ? `, ${percent}%` : ', used up'}
          {price}
        </span>
      </div>
      <Meter.Track className="h-1.5 overflow-hidden rounded-full bg-muted">
        <Meter.Indicator className={cn('h-full rounded-full transition-[width] duration-300', FILLS[level])} />
      </Meter.Track>
    </Meter.Root>
  )
}
