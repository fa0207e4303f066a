import type { Metadata } from 'next'
import { DataProvider } from '@/components/data-provider'
import { AuthLayout } from '@/components/layout/auth-layout'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { ForgotPassword } from '@/components/people/forgot-password'
import { Alert } from '@/components/ui/alert'
import { env } from '@/registry/for-pages'

export const metadata: Metadata = { title: 'Forgotten password' }

export default function ForgotPasswordPage() {
  return (
    <AuthLayout
      title="Forgot your password?"
      description="Enter your email address. We send you a link to set a new password."
      footer={<TextLink href={paths.signIn}>Back to sign-in</TextLink>}
    >
      {env().SMTP_URL === undefined ? (
        <Alert tone="warning">This installation does not send email. Ask its operator for a link.</Alert>
      ) : (
        <DataProvider>
          <ForgotPassword />
        </DataProvider>
      )}
    </AuthLayout>
  )
}
