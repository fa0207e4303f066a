import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { PeopleList } from '@/components/people/people-list'

export const metadata: Metadata = { title: 'People' }

export default async function PeopleListPage() {
  await requireSignedIn()
  await prefetch(trpc.people.list.queryOptions())
  return (
    <Hydrate>
      <PeopleList />
    </Hydrate>
  )
}
