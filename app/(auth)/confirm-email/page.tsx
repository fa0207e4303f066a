import type { Metadata } from 'next'
import { DataProvider } from '@/components/data-provider'
import { AuthLayout } from '@/components/layout/auth-layout'
import { ConfirmEmail } from '@/components/people/confirm-email'

export const metadata: Metadata = { title: 'Confirm your email address', referrer: 'no-referrer' }

export default function ConfirmEmailPage() {
  return (
    <AuthLayout title="Confirm your email address">
      <DataProvider>
        <ConfirmEmail />
      </DataProvider>
    </AuthLayout>
  )
}
