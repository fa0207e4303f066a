'use client'

import { UserPlus } from 'lucide-react'
import { Page } from '@/components/layout/page'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { OwnSeedExport } from '@/components/seed-exports/own-seed-export'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import { FactorRequirement } from './factor-requirement'
import { InvitationList } from './invitation-list'
import { MemberList } from './member-list'

const form = lazyPart(() => import('./invite-member-form'))

/** The people of the project's business. */
export function TeamPage({ projectId }: { projectId: string }) {
  const shortfall = useRoleShortfall(projectId, 'owner')
  return (
    <Page
      title="Team"
      description="People of your business. Roles apply to all its projects."
      actions={
        <LazyDialog
          part={form}
          trigger={
            <Button variant="primary" icon={<UserPlus aria-hidden />} disabledReason={shortfall}>
              Invite person
            </Button>
          }
        >
          {({ InviteMemberForm }, state) => <InviteMemberForm projectId={projectId} {...state} />}
        </LazyDialog>
      }
    >
      <MemberList projectId={projectId} />
      <InvitationList projectId={projectId} />
      <FactorRequirement projectId={projectId} />
      <OwnSeedExport projectId={projectId} />
    </Page>
  )
}
