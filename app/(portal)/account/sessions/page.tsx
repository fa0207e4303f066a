import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { Page } from '@/components/layout/page'
import { SessionList } from '@/components/people/session-list'
import { AccountShell } from '@/components/shells/account-shell'

export const metadata: Metadata = { title: 'Sessions' }

export default async function SessionsPage() {
  const person = await requireSignedIn()
  await prefetch(trpc.people.sessions.queryOptions())
  return (
    <AccountShell person={person}>
      <Page
        title="Sessions"
        description="Where you are signed in. Ending a session signs that browser out at once."
        width="narrow"
      >
        <Hydrate>
          <SessionList />
        </Hydrate>
      </Page>
    </AccountShell>
  )
}
