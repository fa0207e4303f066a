'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { Page } from '@/components/layout/page'
import { QueryError } from '@/components/query-error'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { Pagination } from '@/components/ui/pagination'
import { Skeleton } from '@/components/ui/skeleton'
import { Tabs } from '@/components/ui/tabs'
import { alarmFilter } from './alarm-filter'
import { AlarmRow } from './alarm-row'

const REFRESH_MS = 10_000

/** What the engine and the watchers want an operator to know, and what they wanted before. */
export function AlarmList() {
  const [filter, setFilter] = useQueryStates(alarmFilter)
  const content = <Alarms state={filter.state} page={filter.page} onPage={(page) => setFilter({ page })} />
  return (
    <Page title="Alarms" description="Each opens once for its cause and closes by itself when the cause is gone.">
      <Tabs
        aria-label="Alarms"
        value={filter.state}
        onValueChange={(state) => setFilter({ state, page: null })}
        tabs={[
          { value: 'open', label: 'Open', content },
          { value: 'closed', label: 'Closed', content },
        ]}
      />
    </Page>
  )
}

type AlarmsProps = { state: 'open' | 'closed'; page: number; onPage: (page: number) => void }

function Alarms({ state, page, onPage }: AlarmsProps) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.alarms.list.queryOptions(
      { state, page: Math.max(1, page) },
      { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
    ),
  )
  const { data } = query
  if (query.error) return <QueryError query={query} />
  if (!data) return <Skeleton className="h-40" />
  if (data.items.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<BellRing aria-hidden />}
          title={state === 'open' ? 'No alarm is open' : 'No alarm was closed yet'}
        >
          Chains that stand still, low treasuries, stuck nonces, late webhooks, silent jobs and outcomes nobody can
          prove show here.
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card flush>
      <ul className={cn('divide-y transition-opacity', query.isPlaceholderData && 'opacity-60')}>
        {data.items.map((alarm) => (
          <AlarmRow key={alarm.id} alarm={alarm} />
        ))}
      </ul>
      {data.total > data.pageSize ? (
        <div className="border-t px-4 py-3">
          <Pagination page={data.page} pageSize={data.pageSize} total={data.total} onPageChange={onPage} />
        </div>
      ) : null}
    </Card>
  )
}
