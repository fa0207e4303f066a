'use client'

import { useQueryClient } from '@tanstack/react-query'
import { ChannelForm } from '@/components/channels/channel-form'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { addNoticeChannelInput } from '@/schemas/notices/contract'
import { NOTICE_CHANNEL_KINDS } from '@/schemas/notices/words'

/** A new channel of a project. */
export function NoticeChannelForm({ projectId, open, onOpenChange }: DialogState & { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const add = useServerMutation(trpc.notices.addChannel, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.notices.listChannels.pathFilter())
      onOpenChange(false)
      toast.success('Channel added')
    },
  })
  return (
    <ChannelForm
      open={open}
      onOpenChange={onOpenChange}
      title="Add a channel"
      description="URLs and keys are encrypted and never shown again."
      kinds={NOTICE_CHANNEL_KINDS}
      mutation={add}
      onSave={(values) => add.mutate({ projectId, ...addNoticeChannelInput.parse(values) })}
    />
  )
}
