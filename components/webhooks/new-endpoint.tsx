'use client'

import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { AddDialog } from '@/components/ui/add-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./new-endpoint-form'))

/** Adds a webhook endpoint in a dialog. */
export function NewEndpoint({ projectId }: { projectId: string }) {
  const shortfall = useRoleShortfall(projectId, 'developer')
  return (
    <AddDialog part={form} label="New endpoint" variant="primary" disabledReason={shortfall}>
      {({ NewEndpointForm }, state) => <NewEndpointForm projectId={projectId} {...state} />}
    </AddDialog>
  )
}
