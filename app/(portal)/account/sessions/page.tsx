import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { Page } from '@/components/layout/page'
import { ChangeEmail } from '@/components/people/change-email'
import { ChangePassword } from '@/components/people/change-password'
import { SessionList } from '@/components/people/session-list'
import { AccountShell } from '@/components/shells/account-shell'

export const metadata: Metadata = { title: 'Account' }

export default async function SessionsPage() {
  const person = await requireSignedIn()
  await prefetch(trpc.people.listSessions.queryOptions())
  return (
    <AccountShell person={person}>
      <Page title="Account" description="Your active sessions, your password and your e-mail address." width="narrow">
        <Hydrate>
          <SessionList />
          <ChangePassword />
          <ChangeEmail email={person.email} />
        </Hydrate>
      </Page>
    </AccountShell>
  )
}
