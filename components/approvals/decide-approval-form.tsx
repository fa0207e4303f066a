'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { ApprovalView } from '@/schemas/approvals/contract'
import { ApprovalAmount } from './approval-amount'
import { DecisionForm } from './decision-form'

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

/** The decision on one transaction. */
export function DecideApprovalForm(props: DecideApprovalFormProps) {
  const { projectId, approval, decision, unit, open, onOpenChange } = props
  const trpc = useTRPC()
  const client = useQueryClient()
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
    <DecisionForm
      open={open}
      onOpenChange={onOpenChange}
      isRejection={decision === 'reject'}
      confirm={words.confirm}
      mutation={decide}
      onDecide={(note) => decide.mutate({ projectId, approvalId: approval.id, note })}
    >
      <p className="font-medium text-foreground">
        <ApprovalAmount transaction={transaction} unit={unit} />
      </p>
      <p>
        To <span className="break-all font-mono">{transaction.recipient ?? transaction.toAddress}</span>
      </p>
      <p>{words.result}</p>
    </DecisionForm>
  )
}
