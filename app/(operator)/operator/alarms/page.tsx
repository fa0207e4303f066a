import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { alarmFilter } from '@/components/engine/alarm-filter'
import { AlarmList } from '@/components/engine/alarm-list'

export const metadata: Metadata = { title: 'Alarms' }

const loadFilter = createLoader(alarmFilter)

export default async function AlarmsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSignedIn()
  await prefetch(trpc.alarms.list.queryOptions(await loadFilter(searchParams)))
  return (
    <Hydrate>
      <AlarmList />
    </Hydrate>
  )
}
