'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { useDeletion } from '@/components/destinations/use-deletion'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { paths } from '@/components/paths'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import { toast } from '@/components/ui/toast'
import type { SweepRuleView } from '@/schemas/sweeps/contract'

const form = lazyPart(() => import('./edit-rule-form'))

/** Pauses a rule or resumes it with its held wallets, changes its terms, deletes it. */
export function RuleActions({ projectId, rule }: { projectId: string; rule: SweepRuleView }) {
  const { id: ruleId, status, heldWallets } = rule
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = useRoleShortfall(projectId, 'owner', { includes: 'wallet.transfer.create' })
  const list = trpc.sweeps.list.pathFilter()
  const { dialog, onDeleted } = useDeletion({ done: 'Sweep rule deleted', href: paths.sweeps(projectId), list })
  const remove = useServerMutation(trpc.sweeps.delete, { onSuccess: onDeleted })
  const update = useServerMutation(trpc.sweeps.update, {
    again: true,
    onSuccess: (now) => toast.success(now.status === 'PAUSED' ? 'Sweep rule paused' : 'Sweep rule resumed'),
    onError: (error) => toast.error(refusalText(error)),
    onSettled: () => client.invalidateQueries(trpc.sweeps.pathFilter()),
  })
  const resumes = status !== 'ACTIVE' || heldWallets > 0
  return (
    <>
      {resumes ? (
        <Button
          icon={<Play aria-hidden />}
          takesOver="switch-rule"
          pending={update.isPending}
          disabledReason={shortfall}
          onClick={() => update.mutate({ projectId, ruleId, status: 'ACTIVE' })}
        >
          Resume
        </Button>
      ) : null}
      {status === 'ACTIVE' ? (
        <Button
          icon={<Pause aria-hidden />}
          takesOver="switch-rule"
          pending={update.isPending}
          disabledReason={shortfall}
          onClick={() => update.mutate({ projectId, ruleId, status: 'PAUSED' })}
        >
          Pause
        </Button>
      ) : null}
      <LazyDialog part={form} trigger={<Button disabledReason={shortfall}>Edit</Button>}>
        {({ EditRuleForm }, state) => <EditRuleForm projectId={projectId} rule={rule} {...state} />}
      </LazyDialog>
      <ConfirmDialog
        {...dialog}
        trigger={
          <Button className="text-danger-foreground" disabledReason={shortfall}>
            Delete
          </Button>
        }
        title="Delete this sweep rule?"
        description="Nothing more is swept by it. Sweeps in progress continue. This cannot be undone."
        confirmLabel="Delete sweep rule"
        mutation={remove}
        onConfirm={() => remove.mutate({ projectId, ruleId })}
      />
    </>
  )
}
