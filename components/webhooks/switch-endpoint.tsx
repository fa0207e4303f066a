'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { refusalText } from '@/components/form/refusal-text'
import { useAct } from '@/components/form/use-act'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { WebhookEndpointView } from '@/server/webhooks/destinations/contract'

/** Pauses an endpoint, or goes on with it. */
export function SwitchEndpoint({ projectId, endpoint }: { projectId: string; endpoint: WebhookEndpointView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = useRoleShortfall(projectId, 'developer')
  const isPaused = endpoint.status === 'paused'
  const update = useAct(trpc.webhooks.updateEndpoint, {
    again: true,
    onSuccess: ({ status }) => toast.success(status === 'paused' ? 'Endpoint paused' : 'Endpoint resumed'),
    onError: (error) => toast.error(refusalText(error)),
    onSettled: () => client.invalidateQueries(trpc.webhooks.pathFilter()),
  })
  const status = isPaused ? 'active' : 'paused'
  return (
    <Button
      icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
      pending={update.isPending}
      disabledReason={shortfall}
      onClick={() => update.mutate({ projectId, endpointId: endpoint.id, status })}
    >
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  )
}
