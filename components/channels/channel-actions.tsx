'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Pencil, Power, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { DropdownMenu } from '@/components/ui/dropdown-menu'
import { lazyPart } from '@/components/ui/lazy-part'
import { toast } from '@/components/ui/toast'
import { useLazyDialog } from '@/components/ui/use-lazy-dialog'
import type { ChannelView } from '@/schemas/channels/contract'

const form = lazyPart(() => import('./channel-form'))

/** The actions on one channel. */
export function ChannelActions({ channel }: { channel: ChannelView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = usePlatformShortfall()
  const [isRemoving, setRemoving] = useState(false)
  const { id: channelId, name, isActive } = channel
  const { show, isSlow, dialog } = useLazyDialog(form, ({ ChannelForm }, state) => (
    <ChannelForm channel={channel} {...state} />
  ))
  const refresh = () => client.invalidateQueries(trpc.channels.pathFilter())
  const setActive = useServerMutation(trpc.channels.setActive, {
    again: true,
    onSuccess: async (_none, asked) => {
      await refresh()
      toast.success(asked.isActive ? 'Channel resumed' : 'Channel paused')
    },
    onError: (error) => toast.error(refusalText(error)),
  })
  const remove = useServerMutation(trpc.channels.remove, {
    onSuccess: async () => {
      setRemoving(false)
      await refresh()
      toast.success('Channel removed')
    },
  })
  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Actions for ${name}`}
            disabledReason={shortfall}
            pending={isSlow}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
        items={[
          { key: 'edit', label: 'Edit', icon: <Pencil aria-hidden />, onSelect: () => void show() },
          {
            key: 'switch',
            label: isActive ? 'Pause' : 'Resume',
            icon: <Power aria-hidden />,
            disabled: setActive.isPending,
            onSelect: () => setActive.mutate({ channelId, isActive: !isActive }),
          },
          {
            key: 'remove',
            label: 'Remove',
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: () => setRemoving(true),
          },
        ]}
      />
      {dialog}
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={`Remove ${name}?`}
        description="The channel gets no further messages, and its address is deleted."
        confirmLabel="Remove channel"
        mutation={remove}
        onConfirm={() => remove.mutate({ channelId })}
      />
    </>
  )
}
