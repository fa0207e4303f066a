import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { requireSignedIn } from '@/app/session'
import { AuthLayout } from '@/components/layout/auth-layout'
import { SignOutButton } from '@/components/people/sign-out-button'
import { workerCtx } from '@/server/ctx'
import { listOwnProjects } from '@/server/projects/list-own-projects'

export const metadata: Metadata = { title: 'No project yet' }

export default async function NoProjectPage() {
  const person = await requireSignedIn()
  const { name, memberships } = person
  const projects = await listOwnProjects(workerCtx(), person)
  if (person.platformRole || projects.length > 0) redirect('/')
  const business = memberships[0]?.businessName ?? 'Your business'
  return (
    <AuthLayout title={`Welcome, ${name}`} description={`${business} has no project yet.`}>
      <p className="mb-6 text-muted-foreground">
        A project holds API keys, plans and settings. Ask the operator of this platform to create one.
      </p>
      <SignOutButton />
    </AuthLayout>
  )
}
