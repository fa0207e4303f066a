import type { ReactNode } from 'react'
import { changeText, pointsText } from '@/components/charts/change-text'
import { AppLink } from '@/components/layout/app-link'
import { Hint } from '@/components/ui/hint'
import type { MoneyActivity } from '@/schemas/activity/contract'
import { displayUsd, exactMoney } from '@/server/money/display-amount'

type Totals = MoneyActivity['totals']
type MoneyFiguresProps = {
  totals: Totals
  before: Totals | null
  /** The list behind each figure. */
  hrefs: Record<'inUsd' | 'outUsd' | 'feesUsd' | 'rate', string>
}

const AMOUNTS = [
  { key: 'inUsd', label: 'In' },
  { key: 'outUsd', label: 'Out' },
  { key: 'feesUsd', label: 'Fees' },
] as const

/** The sums of a period, each with its change from the period before if there is one to compare with. */
export function MoneyFigures({ totals, before, hrefs }: MoneyFiguresProps) {
  const rate = rateOf(totals)
  return (
    <dl className="mb-6 grid grid-cols-2 gap-x-8 gap-y-4 md:grid-cols-4">
      {AMOUNTS.map(({ key, label }) => (
        <Figure key={key} label={label} href={hrefs[key]} change={before && amountChange(totals[key], before[key])}>
          <Hint content={exactMoney(totals[key], 'USD')}>{displayUsd(totals[key])}</Hint>
        </Figure>
      ))}
      <Figure label="Success rate" href={hrefs.rate} change={before && pointsText(rate, rateOf(before))}>
        {rate === null ? '—' : `${rate.toFixed(1)}%`}
      </Figure>
    </dl>
  )
}

type FigureProps = { label: string; href: string; change: string | null; children: ReactNode }

function Figure({ label, href, change, children }: FigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.8125rem] text-muted-foreground">{label}</dt>
      <dd className="figure truncate text-xl leading-8">
        <AppLink href={href} className="rounded-sm underline-offset-4 hover:underline">
          {children}
        </AppLink>
      </dd>
      {change ? <dd className="tabular text-muted-foreground text-xs">{change}</dd> : null}
    </div>
  )
}

const usd = (value: number) => displayUsd(value.toFixed(6))

/** Amounts are compared as numbers, exact to the micro-dollar below a billion dollars. */
function amountChange(now: string, before: string): string {
  return changeText({ now: Number(now), before: Number(before), format: usd })
}

/** The share of transactions that succeeded, in percent; null if none ended. */
function rateOf({ completed, failed }: Totals): number | null {
  return completed + failed === 0 ? null : (completed / (completed + failed)) * 100
}
