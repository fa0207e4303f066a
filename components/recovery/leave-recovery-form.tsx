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
import { leaveRecoveryInput, type RecoveryView } from '@/server/recovery/contract'

const form = leaveRecoveryInput.pick({ reason: true })

/** Why the platform may send again. */
export function LeaveRecoveryForm({ recovery, open, onOpenChange }: DialogState & { recovery: RecoveryView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({ resolver: zodResolver(form), defaultValues: { reason: '' } })
  const leave = useAct(trpc.recovery.requestLeave, {
    onSuccess: async ({ state }) => {
      await client.invalidateQueries()
      onOpenChange(false)
      toast.success(state === 'done' ? 'The platform sends again' : 'Proposed: a second operator has to approve it')
    },
  })
  const isLevel = recovery.objections.length === 0
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Send again?"
      description={
        isLevel
          ? 'Waiting transactions and refunds are sent, and the API accepts writes again.'
          : 'There are objections: a waiting transaction may have been executed already and would be paid twice. A second operator has to approve on the Proposals page.'
      }
      submitLabel={isLevel ? 'Send again' : 'Propose'}
      onSubmit={handleSubmit((typed) => leave.mutate({ ...typed, recoveryId: recovery.id }))}
      act={leave}
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
