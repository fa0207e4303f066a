import type { Metadata } from 'next'
import { DataProvider } from '@/components/data-provider'
import { AuthLayout } from '@/components/layout/auth-layout'
import { ConfirmEmail } from '@/components/people/confirm-email'

export const metadata: Metadata = { title: 'Confirm your e-mail address', referrer: 'no-referrer' }

export default function ConfirmEmailPage() {
  return (
    <AuthLayout title="Confirm your e-mail address">
      <DataProvider>
        <ConfirmEmail />
      </DataProvider>
    </AuthLayout>
  )
}
