import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { Page } from '@/components/layout/page'
import { ChangeEmail } from '@/components/people/change-email'
import { ChangePassword } from '@/components/people/change-password'
import { Passkeys } from '@/components/people/passkeys'
import { SecondFactor } from '@/components/people/second-factor'
import { SessionList } from '@/components/people/session-list'
import { AccountShell } from '@/components/shells/account-shell'

export const metadata: Metadata = { title: 'Sign-in and security' }

export default async function SessionsPage() {
  const person = await requireSignedIn()
  await Promise.all([prefetch(trpc.people.listSessions.queryOptions()), prefetch(trpc.people.getFactor.queryOptions())])
  return (
    <AccountShell person={person}>
      <Page
        title="Sign-in and security"
        description="Your sessions, passkeys, second factor, password and email address."
        width="narrow"
      >
        <Hydrate>
          <SessionList />
          <Passkeys />
          <SecondFactor />
          <ChangePassword />
          <ChangeEmail email={person.email} />
        </Hydrate>
      </Page>
    </AccountShell>
  )
}
