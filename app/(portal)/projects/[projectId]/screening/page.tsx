import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { ProjectScreening } from '@/components/screening/project-screening'
import { screeningFilter, toScreeningInput } from '@/components/screening/screening-filter'

export const metadata: Metadata = { title: 'Address screening' }

const loadFilter = createLoader(screeningFilter)

type ScreeningPageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function ScreeningPage({ params, searchParams }: ScreeningPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  const input = toScreeningInput(await loadFilter(searchParams))
  await Promise.all([
    prefetch(trpc.screening.listBlockedAddresses.queryOptions({ projectId, ...input })),
    prefetch(trpc.deposits.listScreened.queryOptions({ projectId, page: 1 })),
  ])
  return (
    <Hydrate>
      <ProjectScreening projectId={projectId} />
    </Hydrate>
  )
}
