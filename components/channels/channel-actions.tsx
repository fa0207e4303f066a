'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Pencil, Power, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { DropdownMenu } from '@/components/ui/dropdown-menu'
import { toast } from '@/components/ui/toast'
import type { Channel, ChannelOwner } from './channel-owner'

/** The dialog that edits a channel, from `useLazyDialog`. */
export type ChannelEdit = { show: () => Promise<void>; isSlow: boolean; dialog: ReactNode }

type ChannelActionsProps<Scope extends object> = { owner: ChannelOwner<Scope>; channel: Channel; edit?: ChannelEdit }

/** The actions on one channel. */
export function ChannelActions<Scope extends object>({ owner, channel, edit }: ChannelActionsProps<Scope>) {
  const client = useQueryClient()
  const [isRemoving, setRemoving] = useState(false)
  const { id: channelId, name, isActive } = channel
  const refresh = () => client.invalidateQueries(owner.lists)
  const setActive = useServerMutation(owner.setActive, {
    again: true,
    onSuccess: async (_none, input) => {
      await refresh()
      toast.success(input.isActive ? 'Channel resumed' : 'Channel paused')
    },
    onError: (error) => toast.error(refusalText(error)),
  })
  const remove = useServerMutation(owner.remove, {
    onSuccess: async () => {
      setRemoving(false)
      await refresh()
      toast.success('Channel removed')
    },
  })
  const edits = edit
    ? [{ key: 'edit', label: 'Edit', icon: <Pencil aria-hidden />, onSelect: () => void edit.show() }]
    : []
  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Actions for ${name}`}
            disabledReason={owner.shortfall}
            pending={edit?.isSlow}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
        items={[
          ...edits,
          {
            key: 'switch',
            label: isActive ? 'Pause' : 'Resume',
            icon: <Power aria-hidden />,
            disabled: setActive.isPending,
            onSelect: () => setActive.mutate({ ...owner.scope, channelId, isActive: !isActive }),
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
      {edit?.dialog}
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={`Remove ${name}?`}
        description="The channel gets no further messages, and its address is deleted."
        confirmLabel="Remove channel"
        mutation={remove}
        onConfirm={() => remove.mutate({ ...owner.scope, channelId })}
      />
    </>
  )
}
