'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import type { MutationState } from '@/components/ui/mutation-state'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { reasonText } from '@/schemas/text/contract'
import { FormDialog } from './form-dialog'
import { TextField } from './text-field'

const form = z.object({ reason: reasonText })

type ReasonDialogProps = DialogState & {
  title: ReactNode
  description: ReactNode
  submitLabel: string
  mutation: MutationState
  onReason: (reason: string) => void
}

/** Asks for nothing but the reason of an act. */
export function ReasonDialog({ mutation, onReason, ...dialog }: ReasonDialogProps) {
  const { control, handleSubmit } = useForm({ resolver: zodResolver(form), defaultValues: { reason: '' } })
  return (
    <FormDialog {...dialog} onSubmit={handleSubmit(({ reason }) => onReason(reason))} mutation={mutation}>
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
