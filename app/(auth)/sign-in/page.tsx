import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { findSignedIn } from '@/app/session'
import { toLocalPath } from '@/app/to-local-path'
import { AuthLayout } from '@/components/layout/auth-layout'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
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
      footer={
        <>
          <p>
            <TextLink href={paths.forgotPassword}>Forgot your password?</TextLink>
          </p>
          <p className="mt-2">No account yet? Ask the operator of this platform for an invitation.</p>
        </>
      }
    >
      <SignInForm next={next} />
    </AuthLayout>
  )
}
