'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import type { MutationState } from '@/components/ui/mutation-state'
import type { DialogState } from '@/components/ui/use-lazy-dialog'

type RequestFormProps = DialogState & {
  title: string
  /** The engine's next action, and the outcomes that are still possible. */
  description: string
  submitLabel: string
  /** Operators act on transactions of others, so they must give a reason. */
  reasonRequired?: boolean
  mutation: MutationState
  /** Calls `onDone` after the request was sent, so that the dialog can close. */
  onSubmit: (reason: string, onDone: () => void) => void
}

/** The reason of a request, for the audit log. */
export function RequestForm(props: RequestFormProps) {
  const { title, description, submitLabel, reasonRequired, mutation, onSubmit, open, onOpenChange } = props
  const form = z.object({
    reason: z
      .string()
      .trim()
      .min(reasonRequired ? 3 : 0, 'Enter a reason')
      .max(300, 'At most 300 characters'),
  })
  const { control, handleSubmit } = useForm({ resolver: zodResolver(form), defaultValues: { reason: '' } })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      submitLabel={submitLabel}
      size="sm"
      mutation={mutation}
      onSubmit={handleSubmit(({ reason }) => onSubmit(reason, () => onOpenChange(false)))}
    >
      <TextField
        control={control}
        name="reason"
        label="Reason"
        optional={!reasonRequired}
        hint="Kept in the audit log."
        maxLength={300}
        autoComplete="off"
      />
    </FormDialog>
  )
}
