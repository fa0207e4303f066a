'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { testEvent } from '@/schemas/webhooks/contract'
import { TestDestination } from './test-destination'

/** Sends a test event to a URL, and opens the page of its delivery. */
export function SendTestEventForm({ projectId, open, onOpenChange }: DialogState & { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { push } = useRouter()
  const { control, handleSubmit } = useForm<z.input<typeof testEvent>>({
    resolver: zodResolver(testEvent),
    defaultValues: { url: '' },
  })
  const send = useServerMutation(trpc.webhooks.sendTestEvent, {
    onSuccess: ({ id }) => {
      void client.invalidateQueries(trpc.webhooks.pathFilter())
      onOpenChange(false)
      push(paths.webhook(projectId, id))
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Send a test event"
      description="A webhook.test event, signed with the webhook secret of the project. Its page shows the response of your URL."
      submitLabel="Send"
      onSubmit={handleSubmit((values) => send.mutate({ projectId, ...values }))}
      mutation={send}
    >
      <TextField
        control={control}
        name="url"
        label="URL"
        placeholder="https://example.com/webhooks"
        inputMode="url"
        mono
        maxLength={2048}
        hint={
          <>
            Use https and a public host. For a program on your machine, see the{' '}
            <TextLink href={paths.quickstart}>quickstart</TextLink>. <TestDestination control={control} name="url" />
          </>
        }
      />
    </FormDialog>
  )
}
