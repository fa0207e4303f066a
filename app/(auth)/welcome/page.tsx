import type { Metadata } from 'next'
import { findSignedIn } from '@/app/session'
import { DataProvider } from '@/components/data-provider'
import { AuthLayout } from '@/components/layout/auth-layout'
import { AcceptInvitation } from '@/components/people/accept-invitation'

export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' }

export default async function WelcomePage() {
  const person = await findSignedIn()
  return (
    <AuthLayout title="Welcome">
      <DataProvider>
        <AcceptInvitation signedInAs={person?.email ?? null} />
      </DataProvider>
    </AuthLayout>
  )
}
