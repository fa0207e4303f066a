import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { requireSignedIn } from '@/app/session'
import { AuthLayout } from '@/components/layout/auth-layout'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { SignOutButton } from '@/components/people/sign-out-button'
import { FirstProject } from '@/components/projects/first-project'
import { listOwnInvitations, listOwnProjects, workerCtx } from '@/registry/for-pages'

export const metadata: Metadata = { title: 'No project yet' }

export default async function NoProjectPage() {
  const person = await requireSignedIn()
  const { name, memberships } = person
  const projects = await listOwnProjects(workerCtx(), person)
  if (person.platformRole || projects.length > 0) redirect('/')
  const owned = memberships.find(({ role }) => role === 'owner')
  const business = (owned ?? memberships[0])?.businessName
  const invitations = await listOwnInvitations(workerCtx(), person)
  return (
    <AuthLayout
      title={`Welcome, ${name}`}
      description={business ? `${business} has no project yet.` : 'You belong to no business.'}
    >
      <div className="space-y-6">
        <p className="text-muted-foreground">
          A project holds API keys, plans and settings.
          {owned ? null : ' Ask an owner of your business to create one.'}
        </p>
        {owned ? <FirstProject businessId={owned.businessId} /> : null}
        {invitations.items.length > 0 ? (
          <LinkButton className="w-full" href={paths.invitations}>
            See your invitations
          </LinkButton>
        ) : null}
        <SignOutButton />
      </div>
    </AuthLayout>
  )
}
