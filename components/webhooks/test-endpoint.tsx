'use client'

import { useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { WebhookEndpointView } from '@/schemas/webhooks/destinations/contract'

/** Sends a test event to an endpoint; its delivery shows in the list. */
export function TestEndpoint({ projectId, endpoint }: { projectId: string; endpoint: WebhookEndpointView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = useRoleShortfall(projectId, 'developer')
  const test = useServerMutation(trpc.webhooks.testEndpoint, {
    again: true,
    onSuccess: () => toast.success('Test event queued'),
    onError: (error) => toast.error(refusalText(error)),
    onSettled: () => client.invalidateQueries(trpc.webhooks.list.pathFilter()),
  })
  return (
    <Button
      icon={<FlaskConical aria-hidden />}
      pending={test.isPending}
      disabledReason={endpoint.status === 'paused' ? 'Resume the endpoint to send events' : shortfall}
      onClick={() => test.mutate({ projectId, endpointId: endpoint.id })}
    >
      Send test event
    </Button>
  )
}
