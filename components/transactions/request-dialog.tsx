'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactElement, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import type { Act } from '@/components/ui/act'

type RequestDialogProps = {
  trigger: ReactElement
  title: string
  /** What the engine will do, and what can still happen. */
  description: string
  submitLabel: string
  /** Operators act on what is not theirs: they say why. */
  reasonRequired?: boolean
  act: Act
  /** Calls `onDone` once the engine was asked, so that the dialog can close. */
  onSubmit: (reason: string, onDone: () => void) => void
}

/** Asks the engine something about one transaction, with a reason for the audit log. */
export function RequestDialog(props: RequestDialogProps) {
  const { trigger, title, description, submitLabel, reasonRequired, act, onSubmit } = props
  const [open, setOpen] = useState(false)
  const form = z.object({
    reason: z
      .string()
      .trim()
      .min(reasonRequired ? 3 : 0, 'Say why, for the audit log')
      .max(300, 'At most 300 characters'),
  })
  const { control, handleSubmit, reset } = useForm({ resolver: zodResolver(form), defaultValues: { reason: '' } })
  function change(next: boolean) {
    if (!next) reset()
    setOpen(next)
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={change}
      trigger={trigger}
      title={title}
      description={description}
      submitLabel={submitLabel}
      size="sm"
      act={act}
      onSubmit={handleSubmit(({ reason }) => onSubmit(reason, () => change(false)))}
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
