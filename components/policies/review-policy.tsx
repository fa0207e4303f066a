'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { PolicyScope, PolicyView } from '@/schemas/policies/contract'
import { ChangeList } from './change-list'
import { policyChanges } from './policy-changes'
import { type PolicyValues, toPolicyInput } from './policy-values'

type ReviewPolicyProps = DialogState & {
  projectId: string
  scope: PolicyScope
  /** The policy that the form started from: saving is refused if the policy has been changed elsewhere since. */
  policy: PolicyView
  values: PolicyValues
  onSaved: (policy: PolicyView) => void
}

/** The changes to the policy, reviewed before they are saved. */
export function ReviewPolicy(props: ReviewPolicyProps) {
  const { projectId, scope, policy, values, onSaved, open, onOpenChange } = props
  const trpc = useTRPC()
  const client = useQueryClient()
  const save = useServerMutation(trpc.policies.save, {
    onSuccess: async () => {
      const saved = await client.fetchQuery({ ...trpc.policies.get.queryOptions({ projectId, scope }), staleTime: 0 })
      await client.invalidateQueries(trpc.policies.listChanges.queryFilter({ projectId, scope }))
      onOpenChange(false)
      toast.success('Policy saved')
      onSaved(saved)
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      danger={false}
      title="Save this policy?"
      description={
        <div className="space-y-3">
          <p>It applies to every new transaction. Transactions that wait for approval are checked again.</p>
          <ChangeList changes={policyChanges(policy, values)} />
        </div>
      }
      confirmLabel="Save policy"
      mutation={save}
      onConfirm={() => save.mutate({ projectId, scope, ...toPolicyInput(values, policy.version) })}
    />
  )
}
