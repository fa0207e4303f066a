import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { Page } from '@/components/layout/page'
import { OwnInvitations } from '@/components/people/own-invitations'
import { AccountShell } from '@/components/shells/account-shell'

export const metadata: Metadata = { title: 'Invitations' }

export default async function InvitationsPage() {
  const person = await requireSignedIn()
  await prefetch(trpc.people.listOwnInvitations.queryOptions())
  return (
    <AccountShell person={person}>
      <Page title="Invitations" description="Businesses that invited you." width="narrow">
        <Hydrate>
          <OwnInvitations />
        </Hydrate>
      </Page>
    </AccountShell>
  )
}
