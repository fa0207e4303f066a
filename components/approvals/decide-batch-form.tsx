'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormField } from '@/components/form/form-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import type { Units } from '@/components/transactions/to-units'
import { useTRPC } from '@/components/trpc'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { type BatchApprovalView, type BatchDecision, batchDecisionInput } from '@/schemas/approvals/batch-contract'
import { BatchAssets, linesText } from './batch-assets'

const form = z.object({ note: batchDecisionInput.shape.note })

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

/** The note of a decision on a whole batch and its confirmation. */
export function DecideBatchForm({ projectId, decision, units, open, onOpenChange, ...props }: DecideBatchFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  // The decision is about what was shown when the dialog opened, also where the list is loaded again meanwhile.
  const [batch] = useState(props.batch)
  const { control, handleSubmit } = useForm({ resolver: zodResolver(form), defaultValues: { note: '' } })
  const words = WORDS[decision]
  const confirm = `${words.verb} ${linesText(batch.lines)}`
  const decide = useServerMutation(trpc.approvals[decision], {
    onSuccess: async (outcome) => {
      await client.invalidateQueries(trpc.approvals.pathFilter())
      props.onDecided(outcome)
      onOpenChange(false)
      if (outcome.decided > 0) toast.success(`${linesText(outcome.decided)} ${words.done}`)
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
      danger={decision === 'rejectBatch'}
      title={`${confirm}?`}
      description={
        <div className="space-y-2">
          <BatchAssets totals={batch.totals} units={units} />
          <p>{words.result}</p>
        </div>
      }
      confirmLabel={confirm}
      mutation={decide}
      onConfirm={handleSubmit(({ note }) =>
        decide.mutate({ projectId, batchId: batch.batchId, digest: batch.digest, note }),
      )}
    >
      <FormField control={control} name="note" label="Note" optional hint="Kept in the audit log.">
        {(field) => <Textarea {...field} rows={2} maxLength={500} />}
      </FormField>
    </ConfirmDialog>
  )
}
