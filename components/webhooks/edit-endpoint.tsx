'use client'

import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { WebhookEndpointView } from '@/schemas/webhooks/destinations/contract'

const form = lazyPart(() => import('./edit-endpoint-form'))

/** Changes the URL of an endpoint, its events and its description. */
export function EditEndpoint({ projectId, endpoint }: { projectId: string; endpoint: WebhookEndpointView }) {
  const shortfall = useRoleShortfall(projectId, 'developer')
  return (
    <LazyDialog part={form} trigger={<Button disabledReason={shortfall}>Edit</Button>}>
      {({ EditEndpointForm }, state) => <EditEndpointForm projectId={projectId} endpoint={endpoint} {...state} />}
    </LazyDialog>
  )
}
