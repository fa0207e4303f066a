'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { EndpointFields } from './endpoint-fields'
import { type EndpointForm, endpointForm } from './endpoint-form'
import { EndpointSecret } from './endpoint-secret'

/** The URL and the events of a new endpoint; then its secret, once. */
export function NewEndpointForm({ projectId, open, onOpenChange }: DialogState & { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm<EndpointForm>({
    resolver: zodResolver(endpointForm),
    defaultValues: { url: '', events: ['wallet.*'], description: '' },
  })
  const create = useServerMutation(trpc.webhooks.createEndpoint, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.webhooks.pathFilter())
      onOpenChange(false)
    },
  })
  return (
    <>
      <FormDialog
        open={open}
        onOpenChange={onOpenChange}
        title="New webhook endpoint"
        description="Receives the new events of this project, without a webhookUrl in each request."
        submitLabel="Add endpoint"
        mutation={create}
        onSubmit={handleSubmit((values) => create.mutate({ projectId, ...values }))}
      >
        <EndpointFields control={control} />
      </FormDialog>
      <EndpointSecret created={create.data} onDone={() => create.reset()} />
    </>
  )
}
