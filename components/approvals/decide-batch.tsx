'use client'

import { Check, X } from 'lucide-react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import type { Units } from '@/components/transactions/to-units'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { BatchApprovalView, BatchDecision } from '@/schemas/approvals/batch-contract'
import { SELF_APPROVAL_TEXTS } from '@/schemas/approvals/words'

const form = lazyPart(() => import('./decide-batch-form'))

const DISPLAYS = {
  approveBatch: { label: 'Approve all', variant: 'primary', icon: <Check aria-hidden />, className: undefined },
  rejectBatch: {
    label: 'Reject all',
    variant: undefined,
    icon: <X aria-hidden />,
    className: 'text-danger-foreground',
  },
} as const

type DecideBatchProps = {
  projectId: string
  batch: BatchApprovalView
  decision: keyof typeof DISPLAYS
  units: Units
  onDecided: (decision: BatchDecision) => void
}

/** One of the two decisions on all waiting lines of a batch. */
export function DecideBatch(props: DecideBatchProps) {
  const { projectId, batch, decision } = props
  const shortfall = useRoleShortfall(projectId, 'owner')
  const { label, ...display } = DISPLAYS[decision]
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button {...display} disabledReason={shortfall ?? (batch.bar && SELF_APPROVAL_TEXTS[batch.bar])}>
          {label}
        </Button>
      }
    >
      {({ DecideBatchForm }, state) => <DecideBatchForm {...props} {...state} />}
    </LazyDialog>
  )
}
