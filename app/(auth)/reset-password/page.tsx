import type { Metadata } from 'next'
import { AuthLayout } from '@/components/layout/auth-layout'
import { SetPassword } from '@/components/people/set-password'
import { DataProvider } from '@/components/trpc'

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
