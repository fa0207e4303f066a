'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormField } from '@/components/form/form-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { type ApprovalView, decisionInput } from '@/schemas/approvals/contract'
import { ApprovalAmount } from './approval-amount'

const form = z.object({ note: decisionInput.shape.note })

const WORDS = {
  approve: {
    confirm: 'Approve transaction',
    done: 'Transaction approved',
    result: 'The transaction is signed and sent immediately. This cannot be undone.',
  },
  reject: {
    confirm: 'Reject transaction',
    done: 'Transaction rejected',
    result: 'The transaction fails, and the requester sees your name and note. This cannot be undone.',
  },
} as const

type DecideApprovalFormProps = DialogState & {
  projectId: string
  approval: ApprovalView
  decision: keyof typeof WORDS
  unit: string
}

/** The note of a decision and its confirmation. */
export function DecideApprovalForm(props: DecideApprovalFormProps) {
  const { projectId, approval, decision, unit, open, onOpenChange } = props
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({ resolver: zodResolver(form), defaultValues: { note: '' } })
  const { transaction } = approval
  const words = WORDS[decision]
  const decide = useServerMutation(trpc.approvals[decision], {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.approvals.pathFilter())
      onOpenChange(false)
      toast.success(words.done)
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next)
        // Another person may have decided: the list is loaded again when it leads nowhere.
        if (!next) void client.invalidateQueries(trpc.approvals.pathFilter())
      }}
      danger={decision === 'reject'}
      title={`${words.confirm}?`}
      description={
        <div className="space-y-2">
          <p className="font-medium text-foreground">
            <ApprovalAmount transaction={transaction} unit={unit} />
          </p>
          <p>
            To <span className="break-all font-mono">{transaction.recipient ?? transaction.toAddress}</span>
          </p>
          <p>{words.result}</p>
        </div>
      }
      confirmLabel={words.confirm}
      mutation={decide}
      onConfirm={handleSubmit(({ note }) => decide.mutate({ projectId, approvalId: approval.id, note }))}
    >
      <FormField control={control} name="note" label="Note" optional hint="Kept in the audit log.">
        {(field) => <Textarea {...field} rows={2} maxLength={500} />}
      </FormField>
    </ConfirmDialog>
  )
}
