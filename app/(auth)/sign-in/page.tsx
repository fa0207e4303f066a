import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { findSignedIn } from '@/app/session'
import { toLocalPath } from '@/app/to-local-path'
import { AuthLayout } from '@/components/layout/auth-layout'
import { SignInForm } from '@/components/people/sign-in-form'

export const metadata: Metadata = { title: 'Sign in' }

type SignInProps = { searchParams: Promise<{ next?: string | string[] }> }

export default async function SignInPage({ searchParams }: SignInProps) {
  const next = toLocalPath((await searchParams).next)
  if (await findSignedIn()) redirect(next)
  return (
    <AuthLayout
      title="Sign in"
      description="Use the e-mail address you were invited with."
      footer="No account yet? Ask the operator of this platform for an invitation."
    >
      <SignInForm next={next} />
    </AuthLayout>
  )
}
