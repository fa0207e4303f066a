'use client'

import { useQueryClient } from '@tanstack/react-query'
import { PauseButton } from '@/components/destinations/pause-button'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { WebhookEndpointView } from '@/schemas/webhooks/destinations/contract'

type SwitchEndpointProps = { projectId: string; endpoint: WebhookEndpointView }

/** Pauses an endpoint, or resumes it. */
export function SwitchEndpoint({ projectId, endpoint: { id, status } }: SwitchEndpointProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const update = useServerMutation(trpc.webhooks.updateEndpoint, {
    again: true,
    onSuccess: (now) => toast.success(now.status === 'paused' ? 'Endpoint paused' : 'Endpoint resumed'),
    onError: (error) => toast.error(refusalText(error)),
    onSettled: () => client.invalidateQueries(trpc.webhooks.pathFilter()),
  })
  return (
    <PauseButton
      projectId={projectId}
      status={status}
      pending={update.isPending}
      onSwitch={(target) => update.mutate({ projectId, endpointId: id, status: target })}
    />
  )
}
