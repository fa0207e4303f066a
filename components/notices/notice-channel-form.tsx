'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { CHANNELS } from '@/schemas/channels/words'
import { type AddNoticeChannelInput, addNoticeChannelInput } from '@/schemas/notices/contract'
import { NOTICE_CHANNEL_KINDS } from '@/schemas/notices/words'

const KINDS = NOTICE_CHANNEL_KINDS.map((value) => ({ value, label: CHANNELS[value].name }))

/** A new channel of a project. Where it sends to cannot be changed later. */
export function NoticeChannelForm({ projectId, open, onOpenChange }: DialogState & { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm<AddNoticeChannelInput>({
    resolver: zodResolver(addNoticeChannelInput),
    defaultValues: { kind: 'slack', name: '', target: '' },
  })
  const kind = useWatch({ control, name: 'kind' })
  const add = useServerMutation(trpc.notices.addChannel, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.notices.listChannels.pathFilter())
      onOpenChange(false)
      toast.success('Channel added')
    },
  })
  const { target, example } = CHANNELS[kind]
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a channel"
      description="URLs and keys are encrypted and never shown again."
      submitLabel="Add channel"
      onSubmit={handleSubmit((values) => add.mutate({ projectId, ...values }))}
      mutation={add}
    >
      <SelectField control={control} name="kind" label="Kind" options={KINDS} />
      <TextField
        control={control}
        name="target"
        label={target}
        placeholder={example}
        autoComplete="off"
        spellCheck={false}
        mono
      />
      <TextField control={control} name="name" label="Name" maxLength={60} autoComplete="off" />
    </FormDialog>
  )
}
