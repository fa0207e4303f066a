'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { LinkButton } from '@/components/layout/link-button'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { StatusPageSetting } from '@/components/status/status-page-setting'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Tabs } from '@/components/ui/tabs'
import { alarmFilter } from './alarm-filter'
import { AlarmRow } from './alarm-row'

const REFRESH_MS = 10_000

/** The open and closed alarms of the engine and the watchers. */
export function AlarmList() {
  const [filter, setFilter] = useQueryStates(alarmFilter)
  const content = <Alarms state={filter.state} page={filter.page} onPage={(page) => setFilter({ page })} />
  return (
    <Page
      title="Alarms"
      description="An alarm opens once per cause and closes when the cause is resolved."
      actions={<LinkButton href={paths.alarmChannels}>Channels</LinkButton>}
    >
      <Tabs
        aria-label="Alarms"
        value={filter.state}
        onValueChange={(state) => setFilter({ state, page: null })}
        tabs={[
          { value: 'open', label: 'Open', content },
          { value: 'closed', label: 'Closed', content },
        ]}
      />
      <StatusPageSetting />
    </Page>
  )
}

type AlarmsProps = { state: 'open' | 'closed'; page: number; onPage: (page: number) => void }

function Alarms({ state, page, onPage }: AlarmsProps) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.alarms.list.queryOptions({ state, page }, { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS }),
  )
  return (
    <Card flush>
      <QueryList
        query={query}
        onPage={onPage}
        empty={
          <EmptyState
            icon={<BellRing aria-hidden />}
            title={state === 'open' ? 'No open alarms' : 'No closed alarms yet'}
          >
            Stalled chains, low treasuries, stuck nonces, late webhooks, jobs that do not run and unprovable outcomes
            appear here.
          </EmptyState>
        }
      >
        {(alarms) => (
          <ul className="divide-y">
            {alarms.map((alarm) => (
              <AlarmRow key={alarm.id} alarm={alarm} />
            ))}
          </ul>
        )}
      </QueryList>
    </Card>
  )
}
