'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { Chart } from '@/components/charts/chart'
import { daysQuery, periodQuery, stepName } from '@/components/charts/chart-data'
import { chartRange } from '@/components/charts/range'
import { RangeSelect } from '@/components/charts/range-select'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import type { MoneyActivity } from '@/schemas/activity/contract'
import type { ActivityDays } from '@/schemas/activity/words'
import { displayUsd, withUnit } from '@/server/money/display-amount'
import { MoneyFigures } from './money-figures'

const REFRESH_MS = 60_000
const TITLE = 'Money'
const PERIODS = { '1': '24 hours', '7': '7 days', '30': '30 days', '90': '90 days' } satisfies Record<
  ActivityDays,
  string
>

/** Chart values are exact to the micro-dollar below a billion dollars. */
const usd = (value: number) => displayUsd(value.toFixed(6))
const shortUsd = (value: number) =>
  value < 10_000
    ? usd(value)
    : withUnit(value.toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 1 }), 'USD')
const count = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 0 })

/**
 * Charts of incoming and outgoing money, the outcomes of transactions, the cost of gas, and how long the balance lasts.
 */
export function MoneyCharts({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [{ days }] = useQueryStates(chartRange)
  const query = useQuery(
    trpc.activity.getMoney.queryOptions(
      { projectId, days },
      { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
    ),
  )
  const loading = (
    <Card title={TITLE} description="Loading">
      <Skeleton className="h-48" />
    </Card>
  )
  return (
    <QueryContent query={query} loading={loading}>
      {(activity) => <MoneyCard projectId={projectId} days={days} activity={activity} />}
    </QueryContent>
  )
}

type MoneyCardProps = { projectId: string; days: ActivityDays; activity: MoneyActivity }

function MoneyCard({ projectId, days, activity }: MoneyCardProps) {
  const { step, network, points, totals, before, forecast } = activity
  const steps = points.map(({ at }) => stepName(at, step))
  const ended = totals.completed + totals.failed
  const rate = ended === 0 ? 'No transactions ended' : `${((totals.completed / ended) * 100).toFixed(1)}% succeeded`
  return (
    <Card
      title={`${TITLE} on ${network === 'MAINNET' ? 'mainnets' : 'testnets'}`}
      description={before ? `Compared with the ${PERIODS[days]} before` : 'No earlier period to compare with yet'}
      actions={<RangeSelect />}
    >
      <MoneyFigures totals={totals} before={before} hrefs={figurePaths(projectId, activity)} />
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <Chart
          label="Volume in and out"
          summary={sumsText(totals)}
          kind="lines"
          format={usd}
          formatTop={shortUsd}
          empty="No money moved in this time."
          linksOf={(index) => {
            const at = points[index]?.at
            return [
              { label: 'Deposits', href: `${paths.deposits(projectId)}${periodQuery(step, at)}` },
              { label: 'Transactions', href: `${paths.transactions(projectId)}${periodQuery(step, at)}` },
            ]
          }}
          data={{
            steps,
            series: [
              { id: 'in', name: 'in', tone: 'plain', values: points.map(({ inUsd }) => Number(inUsd)) },
              { id: 'out', name: 'out', tone: 'second', values: points.map(({ outUsd }) => Number(outUsd)) },
            ],
          }}
        />
        <Chart
          label="Transactions by outcome"
          summary={`${rate}.`}
          kind="bars"
          format={count}
          empty="No transactions ended in this time."
          linksOf={(index) => {
            const at = points[index]?.at
            const list = `${paths.transactions(projectId)}${periodQuery(step, at)}`
            return [
              { label: 'Completed', href: `${list}&status=COMPLETED` },
              { label: 'Failed', href: `${list}&status=FAILED` },
            ]
          }}
          data={{
            steps,
            series: [
              { id: 'completed', name: 'completed', tone: 'good', values: points.map(({ completed }) => completed) },
              { id: 'failed', name: 'failed', tone: 'bad', values: points.map(({ failed }) => failed) },
            ],
          }}
        />
      </div>
      {forecast ? (
        <p className="mt-5 border-t pt-4">
          Gas cost {displayUsd(forecast.perDayUsd)} a day in the last{' '}
          {forecast.days === 1 ? 'day' : daysText(forecast.days)}. At this pace the balance of{' '}
          {displayUsd(forecast.availableUsd)} lasts{' '}
          <strong className="font-semibold">{daysText(forecast.daysLeft)}</strong>.{' '}
          <TextLink href={paths.balance(projectId)} className="underline">
            Top up
          </TextLink>
        </p>
      ) : null}
    </Card>
  )
}

/** The rows of each figure, by the unit of the charts; fees are always by day. */
function figurePaths(projectId: string, { points, step }: MoneyActivity) {
  const [first, last] = [points[0]?.at, points.at(-1)?.at]
  const period = periodQuery(step, first, last)
  return {
    inUsd: `${paths.deposits(projectId)}${period}`,
    outUsd: `${paths.transactions(projectId)}${period}&status=COMPLETED`,
    feesUsd: `${paths.statement(projectId)}${daysQuery(first, last)}`,
    rate: `${paths.transactions(projectId)}${period}&status=FAILED`,
  }
}

function sumsText({ inUsd, outUsd, feesUsd }: MoneyActivity['totals']): string {
  return `${displayUsd(inUsd)} in, ${displayUsd(outUsd)} out, ${displayUsd(feesUsd)} fees.`
}

function daysText(days: number): string {
  if (days > 365) return 'more than a year'
  if (days === 0) return 'less than a day'
  return days === 1 ? '1 day' : `${count(days)} days`
}
