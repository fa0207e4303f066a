'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormField } from '@/components/form/form-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { endWaitingInput } from '@/schemas/lanes/contract'

const form = endWaitingInput.pick({ reason: true })

type EndWaitingFormProps = DialogState & { businessId: string; projectId: string | null }

/** The reason why waiting transactions are ended. */
export function EndWaitingForm({ businessId, projectId, open, onOpenChange }: EndWaitingFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({ resolver: zodResolver(form), defaultValues: { reason: '' } })
  const end = useServerMutation(trpc.lanes.endWaiting, {
    onSuccess: async ({ ended, left }) => {
      await client.invalidateQueries(trpc.lanes.pathFilter())
      onOpenChange(false)
      toast.success(left === 0 ? `${ended} ended` : `${ended} ended, ${left} still waiting`)
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="End waiting transactions?"
      description="Each transaction fails, its gas hold is released and its webhook is sent. None of them was signed. This cannot be undone."
      confirmLabel="End transactions"
      mutation={end}
      onConfirm={handleSubmit(({ reason }) => end.mutate({ businessId, projectId, reason }))}
    >
      <FormField control={control} name="reason" label="Reason" hint="Kept in the audit log.">
        {(field) => <Textarea {...field} rows={2} maxLength={300} />}
      </FormField>
    </ConfirmDialog>
  )
}
