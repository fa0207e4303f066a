'use client'

import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { AddDialog } from '@/components/ui/add-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./new-rule-form'))

/** Adds a sweep rule in a dialog. */
export function NewRule({ projectId }: { projectId: string }) {
  const shortfall = useRoleShortfall(projectId, 'owner', { includes: 'wallet.transfer.create' })
  return (
    <AddDialog part={form} label="New sweep rule" variant="primary" disabledReason={shortfall}>
      {({ NewRuleForm }, state) => <NewRuleForm projectId={projectId} {...state} />}
    </AddDialog>
  )
}
