'use client'

import { DeleteDestination } from '@/components/destinations/delete-destination'
import { useDeletion } from '@/components/destinations/use-deletion'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'

/** Deletes a webhook endpoint permanently. */
export function DeleteEndpoint({ projectId, endpointId }: { projectId: string; endpointId: string }) {
  const trpc = useTRPC()
  const list = trpc.webhooks.listEndpoints.pathFilter()
  const { dialog, onDeleted } = useDeletion({ done: 'Endpoint deleted', href: paths.webhookEndpoints(projectId), list })
  const remove = useServerMutation(trpc.webhooks.deleteEndpoint, { onSuccess: onDeleted })
  return (
    <DeleteDestination
      {...dialog}
      projectId={projectId}
      noun="endpoint"
      description="No more events are sent, including those in progress. Past deliveries are kept."
      mutation={remove}
      onConfirm={() => remove.mutate({ projectId, endpointId })}
    />
  )
}
