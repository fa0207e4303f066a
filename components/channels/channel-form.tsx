'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '@/components/form/form-dialog'
import { FormField } from '@/components/form/form-field'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import type { MutationState } from '@/components/ui/mutation-state'
import { Switch } from '@/components/ui/switch'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { SEVERITIES } from '@/schemas/alarms/words'
import { addChannelInput, type ChannelView, quietHours } from '@/schemas/channels/contract'
import { CHANNELS, type ChannelKind } from '@/schemas/channels/words'
import { MIN_SEVERITY_NAMES } from './channel-displays'

const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({ value, label: MIN_SEVERITY_NAMES[value] }))

const { kind, name, target, leastSeverity } = addChannelInput.shape
const common = z.object({ kind, name, leastSeverity })
const loud = z.object({ isQuiet: z.literal(false), from: z.string(), until: z.string(), timeZone: z.string() })
const quiet = z.object({ isQuiet: z.literal(true) }).extend(quietHours.shape)
const formOf = (shape: { target: z.ZodType<string, string> }) =>
  z.discriminatedUnion('isQuiet', [common.extend(shape).extend(loud.shape), common.extend(shape).extend(quiet.shape)])
const newChannel = formOf({ target })
const knownChannel = formOf({ target: z.string() })

export type ChannelValues = z.output<typeof newChannel>

type ChannelFormProps = DialogState & {
  title: string
  description: string
  kinds: readonly ChannelKind[]
  /** The channel to change. Where it sends to cannot be changed. */
  channel?: ChannelView | null
  /** Whether it can be chosen which messages the channel gets, and when. */
  hasTerms?: boolean
  mutation: MutationState
  onSave: (values: ChannelValues) => void
}

/** A new channel, or changes to one. */
export function ChannelForm({ channel = null, hasTerms = false, mutation, onSave, ...dialog }: ChannelFormProps) {
  const { open, onOpenChange, title, description, kinds } = dialog
  const hours = channel?.quietHours
  const { control, handleSubmit } = useForm<ChannelValues>({
    resolver: zodResolver(channel ? knownChannel : newChannel),
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
  const chosen = useWatch({ control, name: 'kind' })
  const { target, example } = CHANNELS[chosen]
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      submitLabel={channel ? 'Save channel' : 'Add channel'}
      onSubmit={handleSubmit(onSave)}
      mutation={{ ...mutation, problem: mutation.problem && asSentence(mutation.problem, target) }}
    >
      {channel ? null : (
        <>
          <SelectField
            control={control}
            name="kind"
            label="Kind"
            options={kinds.map((value) => ({ value, label: CHANNELS[value].name }))}
          />
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
      {hasTerms ? <Terms control={control} /> : null}
    </FormDialog>
  )
}

function Terms({ control }: { control: Control<ChannelValues> }) {
  const isQuiet = useWatch({ control, name: 'isQuiet' })
  return (
    <>
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
    </>
  )
}

/** The dialog has one target only, so `target: must …` reads better as a sentence about it. */
function asSentence(message: string, target: string): string {
  return message.replace(/^target: /, `${target} `).replace(/([^.])$/, '$1.')
}
