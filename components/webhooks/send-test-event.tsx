'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useAct } from '@/components/form/use-act'
import { useDialog } from '@/components/form/use-dialog'
import { paths } from '@/components/paths'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { testEvent } from '@/server/webhooks/contract'

/** Sends an event that tells of nothing to a URL, and leads to its delivery. */
export function SendTestEvent({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { push } = useRouter()
  const shortfall = useRoleShortfall(projectId, 'developer')
  const { open, onOpenChange, close } = useDialog(() => reset())
  const { control, handleSubmit, reset } = useForm<z.input<typeof testEvent>>({
    resolver: zodResolver(testEvent),
    defaultValues: { url: '' },
  })
  const send = useAct(trpc.webhooks.test, {
    onSuccess: ({ id }) => {
      void client.invalidateQueries(trpc.webhooks.pathFilter())
      close()
      push(paths.webhook(projectId, id))
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button icon={<FlaskConical aria-hidden />} disabledReason={shortfall}>
          Send test event
        </Button>
      }
      title="Send a test event"
      description="A webhook.test event, signed with the project's webhook secret. Its page shows what your receiver answers."
      submitLabel="Send"
      onSubmit={handleSubmit((values) => send.mutate({ projectId, ...values }))}
      act={send}
    >
      <TextField
        control={control}
        name="url"
        label="URL"
        placeholder="https://example.com/webhooks"
        inputMode="url"
        mono
        maxLength={2048}
        hint="https and a public host, as for every webhook."
      />
    </FormDialog>
  )
}
