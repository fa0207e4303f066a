'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useAct } from '@/components/form/use-act'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { decideRepeatedInput, type RepeatedView } from '@/server/recovery/contract'
import type { RepeatedDecision } from '@/server/recovery/words'
import { DECISIONS } from './decisions'

const form = decideRepeatedInput.pick({ reason: true })
type Props = DialogState & { repeated: RepeatedView; decision: RepeatedDecision }

/** Why a transaction is sent, counted as sent, or cancelled. */
export function DecideRepeatedForm({ repeated, decision, open, onOpenChange }: Props) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({ resolver: zodResolver(form), defaultValues: { reason: '' } })
  const decide = useAct(trpc.recovery.decideRepeated, {
    onSuccess: async ({ state }) => {
      await client.invalidateQueries()
      onOpenChange(false)
      toast.success(state === 'done' ? 'Done' : 'Proposed: a second operator has to approve it')
    },
  })
  const { title, description, label } = DECISIONS[decision]
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      submitLabel={label}
      onSubmit={handleSubmit((typed) => decide.mutate({ ...typed, decision, transactionId: repeated.transactionId }))}
      act={decide}
    >
      <TextField
        control={control}
        name="reason"
        label="Reason"
        hint="Kept in the audit log."
        maxLength={200}
        autoComplete="off"
      />
    </FormDialog>
  )
}
