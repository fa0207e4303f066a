'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { ChannelView } from '@/schemas/channels/contract'
import { CHANNEL_KINDS } from '@/schemas/channels/words'
import { ChannelForm, type ChannelValues } from './channel-form'

type AlarmChannelFormProps = DialogState & { channel: ChannelView | null }

/** A new channel of the operators, or changes to one. */
export function AlarmChannelForm({ channel, open, onOpenChange }: AlarmChannelFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const onSuccess = async () => {
    await client.invalidateQueries(trpc.channels.pathFilter())
    onOpenChange(false)
    toast.success(channel ? 'Channel changed' : 'Channel added')
  }
  const add = useServerMutation(trpc.channels.add, { onSuccess })
  const update = useServerMutation(trpc.channels.update, { onSuccess })
  function save({ kind, name, target, leastSeverity, isQuiet, from, until, timeZone }: ChannelValues) {
    const terms = { name, leastSeverity, quietHours: isQuiet ? { from, until, timeZone } : null }
    if (channel) update.mutate({ ...terms, channelId: channel.id })
    else add.mutate({ ...terms, kind, target })
  }
  return (
    <ChannelForm
      open={open}
      onOpenChange={onOpenChange}
      title={channel ? `Edit ${channel.name}` : 'Add an alarm channel'}
      description={
        channel
          ? `${channel.targetHint}. To use another address, add a new channel.`
          : 'URLs and keys are encrypted and never shown again. Open alarms are sent immediately.'
      }
      kinds={CHANNEL_KINDS}
      channel={channel}
      hasTerms
      mutation={channel ? update : add}
      onSave={save}
    />
  )
}
