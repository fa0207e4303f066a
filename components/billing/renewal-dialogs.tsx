'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { RunningPlan } from '@/schemas/payments/quotes/contract'

/** `name`: of the product and its plan. */
type RenewalDialogProps = DialogState & { projectId: string; name: string; running: RunningPlan }

/** Cancels a plan at the end of its period. */
export function CancelPlan({ projectId, name, running, ...state }: RenewalDialogProps) {
  const trpc = useTRPC()
  const cancel = useServerMutation(trpc.subscriptions.cancel, useDone(state, 'Auto-renew is off'))
  return (
    <ConfirmDialog
      {...state}
      title={`Cancel ${name}?`}
      description={
        <>
          It stays active until <Until running={running} /> and does not renew. Payments are not refunded. To undo this,
          turn auto-renew back on.
        </>
      }
      confirmLabel="Cancel at the end"
      cancelLabel="Keep plan"
      mutation={cancel}
      onConfirm={() => cancel.mutate({ projectId, subscriptionId: running.subscriptionId })}
    />
  )
}

/** Lets the balance pay the next period. */
export function RenewPlan({ projectId, name, running, ...state }: RenewalDialogProps) {
  const trpc = useTRPC()
  const renew = useServerMutation(trpc.subscriptions.setAutoRenew, useDone(state, 'Auto-renew is on'))
  return (
    <ConfirmDialog
      {...state}
      danger={false}
      title={`Renew ${name} from the balance?`}
      description={
        <>
          On <Until running={running} /> the USD balance of the business pays for the next period, at the price and
          exchange rate of that day. If the balance is too low, we notify you and you have seven days to pay.
        </>
      }
      confirmLabel="Turn on auto-renew"
      mutation={renew}
      onConfirm={() => renew.mutate({ projectId, subscriptionId: running.subscriptionId, autoRenew: true })}
    />
  )
}

function useDone({ onOpenChange }: DialogState, message: string) {
  const trpc = useTRPC()
  const client = useQueryClient()
  return {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.payments.pathFilter())
      onOpenChange(false)
      toast.success(message)
    },
  }
}

function Until({ running }: { running: RunningPlan }) {
  return <Time value={running.endDate} format="utc" className="whitespace-normal" />
}
