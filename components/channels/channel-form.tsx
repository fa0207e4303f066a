'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '@/components/form/form-dialog'
import { FormField } from '@/components/form/form-field'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Switch } from '@/components/ui/switch'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { SEVERITIES } from '@/schemas/alarms/words'
import { addChannelInput, type ChannelView, quietHours } from '@/schemas/channels/contract'
import { CHANNEL_KINDS, CHANNELS } from '@/schemas/channels/words'
import { LEAST_NAMES } from './channel-displays'

const KINDS = CHANNEL_KINDS.map((value) => ({ value, label: CHANNELS[value].name }))
const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({ value, label: LEAST_NAMES[value] }))

const { kind, name, leastSeverity } = addChannelInput.shape
const common = z.object({ kind, name, leastSeverity, target: z.string().trim() })
const form = z.discriminatedUnion('isQuiet', [
  common.extend({
    isQuiet: z.literal(false),
    ...z.object({ from: z.string(), until: z.string(), timeZone: z.string() }).shape,
  }),
  common.extend({ isQuiet: z.literal(true), ...quietHours.shape }),
])
type FormValues = z.output<typeof form>

type ChannelFormProps = DialogState & { channel: ChannelView | null }

/** A new channel, or changes to one. Where it sends to cannot be changed. */
export function ChannelForm({ channel, open, onOpenChange }: ChannelFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const hours = channel?.quietHours
  const { control, handleSubmit } = useForm<FormValues>({
    resolver: zodResolver(form),
    defaultValues: {
      kind: channel?.kind ?? 'slack',
      name: channel?.name ?? '',
      target: '',
      leastSeverity: channel?.leastSeverity ?? 'warning',
      isQuiet: Boolean(hours),
      from: hours?.from ?? '22:00',
      until: hours?.until ?? '07:00',
      timeZone: hours?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  })
  const [chosen, isQuiet] = useWatch({ control, name: ['kind', 'isQuiet'] })
  const onSuccess = async () => {
    await client.invalidateQueries(trpc.channels.pathFilter())
    onOpenChange(false)
    toast.success(channel ? 'Channel changed' : 'Channel added')
  }
  const add = useServerMutation(trpc.channels.add, { onSuccess })
  const update = useServerMutation(trpc.channels.update, { onSuccess })
  const mutation = channel ? update : add
  function save({ kind, name, target, leastSeverity, isQuiet, from, until, timeZone }: FormValues) {
    const terms = { name, leastSeverity, quietHours: isQuiet ? { from, until, timeZone } : null }
    if (channel) update.mutate({ ...terms, channelId: channel.id })
    else add.mutate({ ...terms, kind, target })
  }
  const { target, example } = CHANNELS[chosen]
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={channel ? `Edit ${channel.name}` : 'Add an alarm channel'}
      description={
        channel
          ? `${channel.targetHint}. To use another address, add a new channel.`
          : 'URLs and keys are encrypted and never shown again. Open alarms are sent immediately.'
      }
      submitLabel={channel ? 'Save channel' : 'Add channel'}
      onSubmit={handleSubmit(save)}
      mutation={{ ...mutation, problem: mutation.problem && asSentence(mutation.problem, target) }}
    >
      {channel ? null : (
        <>
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
        </>
      )}
      <TextField control={control} name="name" label="Name" maxLength={60} autoComplete="off" />
      <SelectField control={control} name="leastSeverity" label="Send" options={SEVERITY_OPTIONS} />
      <FormField
        control={control}
        name="isQuiet"
        label="Quiet hours"
        hint="Critical alarms are still sent. Other alarms are held and sent as one message afterwards."
      >
        {({ value, onChange }) => (
          <div>
            <Switch checked={value} onCheckedChange={onChange} aria-label="Quiet hours" />
          </div>
        )}
      </FormField>
      {isQuiet ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField control={control} name="from" label="From" type="time" />
          <TextField control={control} name="until" label="Until" type="time" />
          <TextField
            control={control}
            name="timeZone"
            label="Time zone"
            className="sm:col-span-2"
            placeholder="Africa/Lagos"
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      ) : null}
    </FormDialog>
  )
}

/** The dialog has one target only, so `target: must …` reads better as a sentence about it. */
function asSentence(message: string, target: string): string {
  return message.replace(/^target: /, `${target} `).replace(/([^.])$/, '$1.')
}
