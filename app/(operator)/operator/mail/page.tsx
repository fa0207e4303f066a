import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { mailFilter, toMailInput } from '@/components/mail/mail-filter'
import { MailList } from '@/components/mail/mail-list'

export const metadata: Metadata = { title: 'Email' }

const loadFilter = createLoader(mailFilter)

export default async function MailPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSignedIn()
  await prefetch(trpc.mail.list.queryOptions(toMailInput(await loadFilter(searchParams))))
  return (
    <Hydrate>
      <MailList />
    </Hydrate>
  )
}
