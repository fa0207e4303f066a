'use client'

import { DeleteDestination } from '@/components/destinations/delete-destination'
import { useDeletion } from '@/components/destinations/use-deletion'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'

/** Deletes a subscription permanently. */
export function DeleteSubscription({ projectId, subscriptionId }: { projectId: string; subscriptionId: string }) {
  const trpc = useTRPC()
  const list = trpc.indexer.listSubscriptions.pathFilter()
  const { dialog, onDeleted } = useDeletion({ done: 'Subscription deleted', href: paths.events(projectId), list })
  const remove = useServerMutation(trpc.indexer.deleteSubscription, { onSuccess: onDeleted })
  return (
    <DeleteDestination
      {...dialog}
      projectId={projectId}
      includes="indexer.subscription.update"
      noun="subscription"
      description="No more events are sent, including those in progress. The delivery logs are kept."
      mutation={remove}
      onConfirm={() => remove.mutate({ projectId, subscriptionId })}
    />
  )
}
