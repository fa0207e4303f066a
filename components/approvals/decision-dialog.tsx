'use client'

import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import type { LazyPart } from '@/components/ui/lazy-part'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { SELF_APPROVAL_TEXTS, type SelfApprovalReason } from '@/schemas/approvals/words'

type DecisionDialogProps<M> = {
  projectId: string
  isRejection: boolean
  label: string
  /** The reason why the viewer cannot decide. */
  bar: SelfApprovalReason | null
  part: LazyPart<M>
  children: (module: M, state: DialogState) => ReactNode
}

/** The button of one of the two decisions, and its dialog. */
export function DecisionDialog<M>({ projectId, isRejection, label, bar, part, children }: DecisionDialogProps<M>) {
  const shortfall = useRoleShortfall(projectId, 'owner')
  const disabledReason = shortfall ?? (bar && SELF_APPROVAL_TEXTS[bar])
  const trigger = isRejection ? (
    <Button icon={<X aria-hidden />} className="text-danger-foreground" disabledReason={disabledReason}>
      {label}
    </Button>
  ) : (
    <Button icon={<Check aria-hidden />} variant="primary" disabledReason={disabledReason}>
      {label}
    </Button>
  )
  return (
    <LazyDialog part={part} trigger={trigger}>
      {children}
    </LazyDialog>
  )
}
