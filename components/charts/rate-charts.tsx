import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import type { RatePoint } from '@/schemas/activity/contract'
import { Chart } from './chart'
import { periodQuery, stepName } from './chart-data'
import { RangeSelect } from './range-select'

type RateChartsProps = {
  title: string
  description: string
  words: { ok: string; failed: string; empty: string }
  rates: { step: 'hour' | 'day'; points: readonly RatePoint[]; totals: Omit<RatePoint, 'at'> }
  /** The rows behind them: their name, and the link to their list for the query string of a step. */
  rows: { name: string; hrefOf: (period: string) => string }
  children?: ReactNode
}

const count = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 0 })
const ms = (value: number) => `${count(value)} ms`

/** The numbers of successful and failed calls, and their durations. */
export function RateCharts({ title, description, words, rates, rows, children }: RateChartsProps) {
  const { step, points, totals } = rates
  const steps = points.map(({ at }) => stepName(at, step))
  const linksOf = (index: number) => [{ label: rows.name, href: rows.hrefOf(periodQuery(step, points[index]?.at)) }]
  const all = totals.ok + totals.failed
  const share = `${((totals.ok / Math.max(1, all)) * 100).toFixed(1)}% ${words.ok}`
  return (
    <Card
      title={title}
      description={all === 0 ? description : `${count(all)} total, ${share}`}
      actions={<RangeSelect />}
    >
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <Chart
          label={title}
          summary={`${count(totals.ok)} ${words.ok}, ${count(totals.failed)} ${words.failed}.`}
          kind="bars"
          format={count}
          empty={words.empty}
          linksOf={linksOf}
          data={{
            steps,
            series: [
              { id: 'ok', name: words.ok, tone: 'good', values: points.map(({ ok }) => ok) },
              { id: 'failed', name: words.failed, tone: 'bad', values: points.map(({ failed }) => failed) },
            ],
          }}
        />
        <Chart
          label={`${title}: duration`}
          summary={`p50 ${totals.p50Ms ?? 0} ms, p95 ${totals.p95Ms ?? 0} ms.`}
          kind="lines"
          format={ms}
          empty="No durations yet."
          linksOf={linksOf}
          data={{
            steps,
            series: [
              { id: 'p50', name: 'p50', tone: 'plain', values: points.map(({ p50Ms }) => p50Ms) },
              { id: 'p95', name: 'p95', tone: 'second', values: points.map(({ p95Ms }) => p95Ms) },
            ],
          }}
        />
      </div>
      {children}
    </Card>
  )
}

/** The placeholder of the charts while their data loads. */
export function RateChartsLoading({ title }: { title: string }) {
  return (
    <Card title={title} description="Loading">
      <Skeleton className="h-48" />
    </Card>
  )
}
