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
import { ReplayEstimate } from './replay-estimate'
import { EMPTY_REPLAY, REPLAY_RANGE_OPTIONS, type ReplayForm, replayForm, toRange } from './replay-form'

type StartReplayFormProps = DialogState & { projectId: string; subscriptionId: string }

/** Chooses the blocks to replay, shows what the replay costs, and starts it. */
export function StartReplayForm({ projectId, subscriptionId, open, onOpenChange }: StartReplayFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm<ReplayForm>({
    resolver: zodResolver(replayForm),
    defaultValues: EMPTY_REPLAY,
  })
  const by = useWatch({ control, name: 'by' })
  const create = useServerMutation(trpc.indexer.createReplay, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.indexer.listReplays.pathFilter())
      onOpenChange(false)
      toast.success('Replay started')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Replay past events"
      description="Resends the events of these blocks with their original ids. New events are not delayed."
      submitLabel="Start replay"
      mutation={create}
      onSubmit={handleSubmit((values) => create.mutate({ projectId, subscriptionId, ...toRange(values) }))}
    >
      <SelectField control={control} name="by" label="Select by" options={REPLAY_RANGE_OPTIONS} />
      <div className="grid gap-4 sm:grid-cols-2">
        {by === 'blocks' ? (
          <>
            <TextField control={control} name="fromBlock" label="First block" inputMode="numeric" autoComplete="off" />
            <TextField
              control={control}
              name="toBlock"
              label="Last block"
              inputMode="numeric"
              autoComplete="off"
              optional
              hint="Leave empty for the newest final block."
            />
          </>
        ) : (
          <>
            <TextField control={control} name="from" label="From" type="datetime-local" />
            <TextField
              control={control}
              name="to"
              label="To"
              type="datetime-local"
              optional
              hint="Leave empty for now."
            />
          </>
        )}
      </div>
      <ReplayEstimate projectId={projectId} subscriptionId={subscriptionId} control={control} />
    </FormDialog>
  )
}
