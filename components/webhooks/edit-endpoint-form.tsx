'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { WebhookEndpointView } from '@/schemas/webhooks/destinations/contract'
import { EndpointFields } from './endpoint-fields'
import { type EndpointForm, endpointForm, toSubscribedEvents } from './endpoint-form'

type EditEndpointFormProps = DialogState & { projectId: string; endpoint: WebhookEndpointView }

/** The URL of an endpoint, its events and its description. */
export function EditEndpointForm({ projectId, endpoint, open, onOpenChange }: EditEndpointFormProps) {
  const { id: endpointId, url, events, description } = endpoint
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm<EndpointForm>({
    resolver: zodResolver(endpointForm),
    defaultValues: { url, events: toSubscribedEvents(events), description },
  })
  const update = useServerMutation(trpc.webhooks.updateEndpoint, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.webhooks.pathFilter())
      onOpenChange(false)
      toast.success('Endpoint changed')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Edit endpoint"
      description="Pending deliveries use the new URL."
      submitLabel="Save"
      mutation={update}
      onSubmit={handleSubmit((values) => update.mutate({ projectId, endpointId, ...values }))}
    >
      <EndpointFields control={control} />
    </FormDialog>
  )
}
