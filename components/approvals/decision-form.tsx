'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormField } from '@/components/form/form-field'
import { useTRPC } from '@/components/trpc'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { MutationState } from '@/components/ui/mutation-state'
import { Textarea } from '@/components/ui/textarea'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { decisionInput } from '@/schemas/approvals/contract'

const form = z.object({ note: decisionInput.shape.note })

type DecisionFormProps = DialogState & {
  isRejection: boolean
  /** The decision as a verb with its object. */
  confirm: string
  mutation: MutationState
  onDecide: (note: string) => void
  /** The transaction that is decided on, and the consequences. */
  children: ReactNode
}

/** The note of a decision on transactions that wait, and its confirmation. */
export function DecisionForm({ open, onOpenChange, confirm, mutation, onDecide, ...props }: DecisionFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({ resolver: zodResolver(form), defaultValues: { note: '' } })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next)
        // Another person may have decided meanwhile, so closing the dialog reloads the list.
        if (!next) void client.invalidateQueries(trpc.approvals.pathFilter())
      }}
      danger={props.isRejection}
      title={`${confirm}?`}
      description={<div className="space-y-2">{props.children}</div>}
      confirmLabel={confirm}
      mutation={mutation}
      onConfirm={handleSubmit(({ note }) => onDecide(note))}
    >
      <FormField control={control} name="note" label="Note" optional hint="Kept in the audit log.">
        {(field) => <Textarea {...field} rows={2} maxLength={500} />}
      </FormField>
    </ConfirmDialog>
  )
}
