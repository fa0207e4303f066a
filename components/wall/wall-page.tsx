'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { AlarmRow } from '@/components/engine/alarm-row'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSearch } from '@/components/filters/filter-search'
import { LinkButton } from '@/components/layout/link-button'
import { Page } from '@/components/layout/page'
import { StatLink } from '@/components/layout/stat-link'
import { paths } from '@/components/paths'
import { QueryContent } from '@/components/query-content'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import type { WallView } from '@/schemas/wall/contract'
import { displayUsd } from '@/server/money/display-amount'
import { ChainPulses } from './chain-pulses'
import { HourTrend } from './hour-trend'
import { ProviderPulses } from './provider-pulses'
import { BY_PROJECT, WallProjects } from './wall-projects'
import { WallTasks } from './wall-tasks'

const REFRESH_MS = 10_000

/** The operators' first page: open tasks, and the health of the platform. */
export function WallPage() {
  const trpc = useTRPC()
  const router = useRouter()
  const query = useQuery(trpc.wall.get.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  return (
    <Page title="Overview" description="All businesses, chains and providers, refreshed every ten seconds.">
      <FilterBar
        lead={
          <FilterSearch
            label="Search all businesses"
            placeholder="Id, hash, address, reference, email or name"
            value=""
            onSearch={(text) => router.push(paths.searchFor(text))}
          />
        }
      />
      <QueryContent query={query} loading={<Skeleton className="h-96" />}>
        {({ chains, tasks, providers, day, hours, projects }) => (
          <>
            <div className="grid items-start gap-6 lg:grid-cols-2 lg:[&_header]:min-h-17">
              <WallTasks tasks={tasks} />
              <OpenAlarmList />
            </div>
            <Day day={day} hours={hours} />
            <WallProjects projects={projects} />
            <ChainPulses chains={chains} />
            <ProviderPulses providers={providers} />
          </>
        )}
      </QueryContent>
    </Page>
  )
}

function OpenAlarmList() {
  const trpc = useTRPC()
  const query = useQuery(trpc.alarms.list.queryOptions({ state: 'open', page: 1 }, { refetchInterval: REFRESH_MS }))
  return (
    <Card title="Open alarms" actions={<LinkButton href={paths.alarms}>All alarms</LinkButton>} flush>
      <QueryList query={query} empty={<p className="px-5 py-4 text-muted-foreground">No open alarms.</p>}>
        {(alarms) => (
          <ul className="max-h-96 divide-y overflow-y-auto">
            {alarms.map((alarm) => (
              <AlarmRow key={alarm.id} alarm={alarm} />
            ))}
          </ul>
        )}
      </QueryList>
    </Card>
  )
}

const count = (value: number) => value.toLocaleString('en-US')
const usd = (value: number) => displayUsd(value.toFixed(6))

/** The last 24 hours, each figure with its course. */
function Day({ day, hours }: Pick<WallView, 'day' | 'hours'>) {
  return (
    <section aria-label="The last 24 hours" className="grid grid-cols-2 gap-4 md:grid-cols-4">
      <StatLink
        href={BY_PROJECT}
        label="Mainnet volume, 24 h"
        value={displayUsd(day.volumeUsd)}
        hint={
          <>
            {displayUsd(day.feesUsd)} charged for gas
            <HourTrend
              hours={hours.map(({ at, volumeUsd }) => ({ at, ok: Number(volumeUsd), failed: 0 }))}
              format={usd}
            />
          </>
        }
      />
      <StatLink
        href={BY_PROJECT}
        label="Transactions succeeded, 24 h"
        value={share(day.transactions)}
        hint={<Outcome day={day} hours={hours} of="transactions" />}
      />
      <StatLink
        href={BY_PROJECT}
        label="Delivery attempts succeeded, 24 h"
        value={share(day.deliveries)}
        hint={<Outcome day={day} hours={hours} of="deliveries" />}
      />
      <StatLink
        href={BY_PROJECT}
        label="API calls succeeded, 24 h"
        value={share(day.requests)}
        hint={<Outcome day={day} hours={hours} of="requests" />}
      />
    </section>
  )
}

type OutcomeProps = Pick<WallView, 'day' | 'hours'> & { of: 'transactions' | 'deliveries' | 'requests' }

function Outcome({ day, hours, of }: OutcomeProps) {
  return (
    <>
      {failedText(day[of])}
      <HourTrend hours={hours.map((hour) => ({ at: hour.at, ...hour[of] }))} format={count} />
    </>
  )
}

type Outcomes = WallView['day']['requests']

function share({ ok, failed }: Outcomes): string {
  if (ok + failed === 0) return '—'
  return `${((ok / (ok + failed)) * 100).toFixed(1)}%`
}

function failedText({ ok, failed }: Outcomes): string {
  if (ok + failed === 0) return 'None'
  return `${count(failed)} of ${count(ok + failed)} failed`
}
