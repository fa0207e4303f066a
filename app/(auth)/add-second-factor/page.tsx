import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { findSignedIn } from '@/app/session'
import { DataProvider } from '@/components/data-provider'
import { AuthLayout } from '@/components/layout/auth-layout'
import { paths } from '@/components/paths'
import { AddAuthenticator } from '@/components/people/add-authenticator'
import { AddPasskey } from '@/components/people/add-passkey'
import { SignOutButton } from '@/components/people/sign-out-button'
import { needsSecondFactor } from '@/registry/for-pages'

export const metadata: Metadata = { title: 'Add a second factor' }

export default async function AddSecondFactorPage() {
  const person = (await findSignedIn()) ?? redirect(paths.signIn)
  if (!needsSecondFactor(person)) redirect('/')
  return (
    <AuthLayout
      title="Add a second factor"
      description="Your role or your business requires one: an authenticator app, whose codes you enter after your password, or a passkey."
      footer={<SignOutButton />}
    >
      <DataProvider>
        <div className="space-y-6">
          <AddAuthenticator doneAt="/" />
          <AddPasskey doneAt="/" />
        </div>
      </DataProvider>
    </AuthLayout>
  )
}
