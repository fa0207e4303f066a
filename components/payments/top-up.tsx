'use client'

import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { AddDialog } from '@/components/ui/add-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./top-up-form'))

/** Dollars for the balance of the business. */
export function TopUp({ projectId }: { projectId: string }) {
  const shortfall = useRoleShortfall(projectId, 'owner')
  return (
    <AddDialog part={form} label="Top up" variant="primary" disabledReason={shortfall}>
      {({ TopUpForm }, state) => <TopUpForm projectId={projectId} {...state} />}
    </AddDialog>
  )
}
