'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { Fragment, useState } from 'react'
import { periodQuery, stepName } from '@/components/charts/chart-data'
import { chartRange } from '@/components/charts/range'
import { AppLink } from '@/components/layout/app-link'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { ScrollBox } from '@/components/ui/scroll-box'
import { Skeleton } from '@/components/ui/skeleton'
import type { OperationActivity, OperationCell } from '@/schemas/activity/contract'
import { callsOf, FAILURE_LEVELS, failureLevel } from './failure-level'

const REFRESH_MS = 60_000
const TITLE = 'Failures by operation'
/** Three are enough at first: operations are sorted by failures, and the calls are listed below. */
const SHOWN_AT_FIRST = 3

type Operation = OperationActivity['operations'][number]

/** A map of failed calls: one row for each operation, one cell for each time step. */
export function OperationMap({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [{ days }] = useQueryStates(chartRange)
  const [isWhole, setWhole] = useState(false)
  const query = useQuery(
    trpc.activity.getOperations.queryOptions(
      { projectId, days },
      { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
    ),
  )
  const loading = (
    <Card title={TITLE}>
      <Skeleton className="h-32" />
    </Card>
  )
  return (
    <QueryContent query={query} loading={loading}>
      {(activity) =>
        activity.operations.length === 0 ? null : (
          <Card title={TITLE} actions={<Legend />}>
            <MapTable projectId={projectId} activity={isWhole ? activity : firstOf(activity)} days={days} />
            {activity.operations.length > SHOWN_AT_FIRST ? (
              <Button size="sm" className="mt-3" onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
                {isWhole ? 'Show fewer operations' : `Show ${activity.operations.length} operations`}
              </Button>
            ) : null}
            {isWhole && activity.more > 0 ? (
              <p className="mt-3 text-muted-foreground text-xs">
                {activity.more} more {activity.more === 1 ? 'operation is' : 'operations are'} not shown.
              </p>
            ) : null}
          </Card>
        )
      }
    </QueryContent>
  )
}

function firstOf(activity: OperationActivity): OperationActivity {
  return { ...activity, operations: activity.operations.slice(0, SHOWN_AT_FIRST) }
}

function Legend() {
  return (
    <ul aria-label="Share of failed calls" className="flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-xs">
      {Object.values(FAILURE_LEVELS).map(({ label, className }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span aria-hidden className={cn('size-3 rounded-sm', className)} />
          {label}
        </li>
      ))}
    </ul>
  )
}

type MapTableProps = { projectId: string; activity: OperationActivity; days: string }

function MapTable({ projectId, activity: { step, steps, operations }, days }: MapTableProps) {
  const names = steps.map((at) => stepName(at, step))
  const periods = steps.map((at) => periodQuery(step, at))
  return (
    <ScrollBox label={`${TITLE}, scrollable`} className="relative overflow-x-auto">
      <table className="tabular w-full text-[0.8125rem]">
        <caption className="sr-only">{TITLE}</caption>
        <thead className="text-muted-foreground text-xs">
          <tr>
            <th scope="col" className="py-1 pr-4 text-left font-medium">
              Operation
            </th>
            <th scope="col" className="py-1 pr-4 text-right font-medium">
              Failed
            </th>
            <th scope="col" className="py-1 pr-4 text-right font-medium max-sm:hidden">
              p50
            </th>
            <th scope="col" className="py-1 pr-4 text-right font-medium max-sm:hidden">
              p95
            </th>
            <th scope="col" className="w-1/2 min-w-48 py-1 max-sm:min-w-28 font-medium">
              <span className="flex justify-between gap-4">
                <span>{names[0]}</span>
                <span>{names.at(-1)}</span>
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {operations.map((row) => (
            <OperationRow
              key={row.operation}
              row={row}
              periods={periods}
              names={names}
              href={hrefOf(projectId, row, days)}
            />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

type OperationRowProps = {
  row: Operation
  /** The time of each step as a query string. */
  periods: readonly string[]
  names: readonly string[]
  /** The calls of the operation, given more of the query string. */
  href: (more: string) => string
}

function OperationRow({ row, periods, names, href }: OperationRowProps) {
  return (
    <tr>
      <th
        scope="row"
        className="whitespace-nowrap py-1 pr-4 text-left font-normal max-sm:min-w-32 max-sm:whitespace-normal max-sm:break-words"
      >
        <TextLink href={href('?')} className="font-mono">
          {breakable(row.operation)}
        </TextLink>
      </th>
      <td className="whitespace-nowrap py-1 pr-4 text-right">
        {row.failed.toLocaleString('en-US')}
        <span className="text-muted-foreground"> of {callsOf(row).toLocaleString('en-US')}</span>
      </td>
      <td className="whitespace-nowrap py-1 pr-4 text-right max-sm:hidden">{msText(row.p50Ms)}</td>
      <td className="whitespace-nowrap py-1 pr-4 text-right max-sm:hidden">{msText(row.p95Ms)}</td>
      <td className="py-1">
        <ul aria-label={`${row.operation} by time`} className="flex gap-px">
          {row.cells.map((cell, index) => (
            <MapCell key={periods[index]} cell={cell} name={names[index] ?? ''} href={href(`${periods[index]}&`)} />
          ))}
        </ul>
      </td>
    </tr>
  )
}

/** A step: its colour is the share of failed calls. It is a link where a call failed, and says its numbers. */
function MapCell({ cell, name, href }: { cell: OperationCell; name: string; href: string }) {
  const text = `${name}: ${cell.failed} of ${callsOf(cell)} failed`
  const className = cn('block h-5 w-full rounded-xs', FAILURE_LEVELS[failureLevel(cell)].className)
  return (
    <li className="min-w-1 flex-1">
      {cell.failed > 0 ? (
        <AppLink href={href} title={text} aria-label={text} className={className} />
      ) : (
        <span title={text} className={className}>
          <span className="sr-only">{text}</span>
        </span>
      )}
    </li>
  )
}

/** The request log filtered by an operation: by its method, and by the fixed beginning of its path. */
function hrefOf(projectId: string, { operation }: Operation, days: string): (query: string) => string {
  const [method = '', path = ''] = operation.split(' ')
  const fixed = path.split('{')[0] ?? ''
  const filters = new URLSearchParams(path ? { method, search: fixed, days } : { days })
  return (query) => `${paths.requests(projectId)}${query}${filters}`
}

/** Allows a line break before each slash of a path. */
function breakable(operation: string) {
  return operation.split(/(?=\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path have no other identity.
    <Fragment key={index}>
      <wbr />
      {part}
    </Fragment>
  ))
}

function msText(ms: number | null): string {
  return ms === null ? '—' : `${ms.toLocaleString('en-US')} ms`
}
