import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { requireSignedIn } from '@/app/session'
import { AuthLayout } from '@/components/layout/auth-layout'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { SignOutButton } from '@/components/people/sign-out-button'
import { FirstProject } from '@/components/projects/first-project'
import { noProjectText } from '@/components/projects/no-project-text'
import { listOwnInvitations, listOwnProjects, workerCtx } from '@/registry/for-pages'

export const metadata: Metadata = { title: 'No project yet' }

export default async function NoProjectPage() {
  const person = await requireSignedIn()
  const { name, email, memberships } = person
  const projects = await listOwnProjects(workerCtx(), person)
  if (person.platformRole || projects.length > 0) redirect('/')
  const owned = memberships.find(({ role }) => role === 'owner')
  const membership = owned ?? memberships[0]
  const invitations = await listOwnInvitations(workerCtx(), person)
  const { situation, advice } = noProjectText({
    email,
    business: membership ? { name: membership.businessName, isOwner: membership === owned } : null,
    isInvited: invitations.items.length > 0,
  })
  return (
    <AuthLayout title={`Welcome, ${name}`} description={situation}>
      <div className="space-y-6">
        <p className="wrap-anywhere text-muted-foreground">{advice}</p>
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
