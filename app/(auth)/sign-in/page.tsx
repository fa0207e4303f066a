import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { findSignedIn } from '@/app/session'
import { toLocalPath } from '@/app/to-local-path'
import { SignInForm } from '@/components/people/sign-in-form'

export const metadata: Metadata = { title: 'Sign in' }

type SignInProps = { searchParams: Promise<{ next?: string | string[] }> }

export default async function SignInPage({ searchParams }: SignInProps) {
  const next = toLocalPath((await searchParams).next)
  if (await findSignedIn()) redirect(next)
  return <SignInForm next={next} />
}
