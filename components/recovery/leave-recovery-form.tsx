'use client'

import { useQueryClient } from '@tanstack/react-query'
import { ReasonDialog } from '@/components/form/reason-dialog'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { RecoveryView } from '@/schemas/recovery/contract'

/** The reason why the platform may send again. */
export function LeaveRecoveryForm({ recovery, open, onOpenChange }: DialogState & { recovery: RecoveryView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const leave = useServerMutation(trpc.recovery.requestLeave, {
    onSuccess: async ({ state }) => {
      await client.invalidateQueries()
      onOpenChange(false)
      toast.success(state === 'done' ? 'The platform sends again' : 'Proposed: a second operator has to approve it')
    },
  })
  const isLevel = recovery.objections.length === 0
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Send again?"
      description={
        isLevel
          ? 'Waiting transactions and refunds are sent, and the API accepts writes again.'
          : 'There are objections: a waiting transaction may have been executed already and would be paid twice. A second operator has to approve on the Proposals page.'
      }
      submitLabel={isLevel ? 'Send again' : 'Propose'}
      onReason={(reason) => leave.mutate({ reason, recoveryId: recovery.id })}
      mutation={leave}
    />
  )
}
