'use client'

import { Check, X } from 'lucide-react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { ApprovalView } from '@/schemas/approvals/contract'
import { SELF_APPROVAL_TEXTS } from '@/schemas/approvals/words'

const form = lazyPart(() => import('./decide-approval-form'))

const DISPLAYS = {
  approve: { label: 'Approve', variant: 'primary', icon: <Check aria-hidden />, className: undefined },
  reject: { label: 'Reject', variant: undefined, icon: <X aria-hidden />, className: 'text-danger-foreground' },
} as const

type DecideApprovalProps = { projectId: string; approval: ApprovalView; decision: keyof typeof DISPLAYS; unit: string }

/** One of the two decisions. */
export function DecideApproval(props: DecideApprovalProps) {
  const { projectId, approval, decision } = props
  const shortfall = useRoleShortfall(projectId, 'owner')
  const { label, ...display } = DISPLAYS[decision]
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button {...display} disabledReason={shortfall ?? (approval.bar && SELF_APPROVAL_TEXTS[approval.bar])}>
          {label}
        </Button>
      }
    >
      {({ DecideApprovalForm }, state) => <DecideApprovalForm {...props} {...state} />}
    </LazyDialog>
  )
}
