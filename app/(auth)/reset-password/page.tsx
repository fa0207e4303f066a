import type { Metadata } from 'next'
import { DataProvider } from '@/components/data-provider'
import { AuthLayout } from '@/components/layout/auth-layout'
import { SetPassword } from '@/components/people/set-password'

export const metadata: Metadata = { title: 'Set a new password', referrer: 'no-referrer' }

export default function ResetPasswordPage() {
  return (
    <AuthLayout title="Set a new password">
      <DataProvider>
        <SetPassword />
      </DataProvider>
    </AuthLayout>
  )
}
