'use client'

import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { DepositView } from '@/schemas/deposits/contract'

const form = lazyPart(() => import('./decide-screening-form'))

type DecideScreeningProps = {
  /** Null: an operator decides. */
  projectId: string | null
  deposit: Pick<DepositView, 'id' | 'screened'>
  disabledReason: string | null
}

/** Keeps or clears the flag of a deposit; a kept one can be cleared later. */
export function DecideScreening({ projectId, deposit, disabledReason }: DecideScreeningProps) {
  const decisions = deposit.screened?.status === 'FLAGGED' ? (['KEPT', 'CLEARED'] as const) : (['CLEARED'] as const)
  if (!deposit.screened || deposit.screened.status === 'CLEARED') return null
  return (
    <span className="flex justify-end gap-2">
      {decisions.map((decision) => (
        <LazyDialog
          key={decision}
          part={form}
          trigger={
            <Button size="sm" disabledReason={disabledReason}>
              {decision === 'KEPT' ? 'Keep flag' : 'Clear flag'}
            </Button>
          }
        >
          {({ DecideScreeningForm }, state) => (
            <DecideScreeningForm projectId={projectId} depositId={deposit.id} decision={decision} {...state} />
          )}
        </LazyDialog>
      ))}
    </span>
  )
}
