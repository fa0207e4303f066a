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
import { stopSendingInput } from '@/server/recovery/contract'

/** Why everything is to stand still. */
export function StopSendingForm({ open, onOpenChange }: DialogState) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({ resolver: zodResolver(stopSendingInput), defaultValues: { reason: '' } })
  const stop = useAct(trpc.recovery.stopSending, {
    onSuccess: async () => {
      await client.invalidateQueries()
      onOpenChange(false)
      toast.success('Nothing is sent any more')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Stop sending?"
      description="No transaction is signed and no refund is paid out until an operator ends the recovery. The API answers writes with 503. What was already sent continues."
      submitLabel="Stop sending"
      onSubmit={handleSubmit((typed) => stop.mutate(typed))}
      act={stop}
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
