'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import type { Units } from '@/components/transactions/to-units'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { BatchApprovalView, BatchDecision } from '@/schemas/approvals/batch-contract'
import { BatchAssets, linesText } from './batch-assets'
import { DecisionForm } from './decision-form'

const WORDS = {
  approveBatch: {
    verb: 'Approve',
    done: 'approved',
    result: 'They are signed and sent immediately. This cannot be undone.',
  },
  rejectBatch: {
    verb: 'Reject',
    done: 'rejected',
    result: 'They fail, and the requester sees your name and note. This cannot be undone.',
  },
} as const

type DecideBatchFormProps = DialogState & {
  projectId: string
  batch: BatchApprovalView
  decision: keyof typeof WORDS
  units: Units
  onDecided: (decision: BatchDecision) => void
}

/** The decision on a whole batch. */
export function DecideBatchForm({ projectId, decision, units, open, onOpenChange, ...props }: DecideBatchFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  // The decision is about the content when the dialog opened, even if the list is loaded again meanwhile.
  const [batch] = useState(props.batch)
  const words = WORDS[decision]
  const decide = useServerMutation(trpc.approvals[decision], {
    onSuccess: async (outcome) => {
      await client.invalidateQueries(trpc.approvals.pathFilter())
      props.onDecided(outcome)
      onOpenChange(false)
      if (outcome.decided > 0) toast.success(`${linesText(outcome.decided)} ${words.done}`)
    },
  })
  return (
    <DecisionForm
      open={open}
      onOpenChange={onOpenChange}
      isRejection={decision === 'rejectBatch'}
      confirm={`${words.verb} ${linesText(batch.lines)}`}
      mutation={decide}
      onDecide={(note) => decide.mutate({ projectId, batchId: batch.batchId, digest: batch.digest, note })}
    >
      <BatchAssets totals={batch.totals} units={units} />
      <p>{words.result}</p>
    </DecisionForm>
  )
}
