import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { exceptionFilter, toExceptionInput } from '@/components/exceptions/exception-filter'
import { ExceptionPage } from '@/components/exceptions/exception-page'

export const metadata: Metadata = { title: 'Exceptions' }

const loadFilter = createLoader(exceptionFilter)

export default async function ExceptionsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSignedIn()
  await Promise.all([
    prefetch(trpc.exceptions.list.queryOptions(toExceptionInput(await loadFilter(searchParams)))),
    prefetch(trpc.businesses.list.queryOptions()),
  ])
  return (
    <Hydrate>
      <ExceptionPage />
    </Hydrate>
  )
}
