'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Switch } from '@/components/ui/switch'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { RunningPlan } from '@/schemas/payments/quotes/contract'

type SwitchRenewalProps = { projectId: string; product: string; running: RunningPlan }

/** Whether the balance pays the next period, and the way out of a plan; each asks once more. */
export function SwitchRenewal({ projectId, product, running }: SwitchRenewalProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = useRoleShortfall(projectId, 'owner')
  const [asked, setAsked] = useState<'renew' | 'cancel' | null>(null)
  const labelId = useId()
  const name = `${product} ${running.planName}`
  const done = (said: string) => ({
    onSuccess: async () => {
      await client.invalidateQueries(trpc.payments.pathFilter())
      setAsked(null)
      toast.success(said)
    },
  })
  const renew = useServerMutation(trpc.subscriptions.setAutoRenew, done('Auto-renew is on'))
  const cancel = useServerMutation(trpc.subscriptions.cancel, done('Auto-renew is off'))
  const { subscriptionId, autoRenew } = running
  const ask = () => setAsked(autoRenew ? 'cancel' : 'renew')
  const until = <Time value={running.endDate} format="utc" className="whitespace-normal" />
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <span className="flex items-center gap-2.5">
        <span id={labelId} className="text-[0.8125rem]">
          Auto-renew
        </span>
        <Switch
          aria-labelledby={labelId}
          checked={autoRenew}
          disabled={shortfall !== null}
          title={shortfall ?? undefined}
          onCheckedChange={ask}
        />
      </span>
      {autoRenew ? (
        <Button
          size="sm"
          variant="danger-ghost"
          disabledReason={shortfall}
          aria-label={`Cancel ${name}`}
          onClick={() => setAsked('cancel')}
        >
          Cancel plan
        </Button>
      ) : null}
      <ConfirmDialog
        open={asked === 'cancel'}
        onOpenChange={(open) => setAsked(open ? 'cancel' : null)}
        title={`Cancel ${name}?`}
        description={
          <>
            It stays active until {until} and does not renew. Payments are not refunded. To undo this, turn auto-renew
            back on.
          </>
        }
        confirmLabel="Cancel at the end"
        cancelLabel="Keep plan"
        mutation={cancel}
        onConfirm={() => cancel.mutate({ projectId, subscriptionId })}
      />
      <ConfirmDialog
        open={asked === 'renew'}
        onOpenChange={(open) => setAsked(open ? 'renew' : null)}
        danger={false}
        title={`Renew ${name} from the balance?`}
        description={
          <>
            On {until} the USD balance of the business pays for the next period, at the price and exchange rate of that
            day. If the balance is too low, we notify you and you have seven days to pay.
          </>
        }
        confirmLabel="Turn on auto-renew"
        mutation={renew}
        onConfirm={() => renew.mutate({ projectId, subscriptionId, autoRenew: true })}
      />
    </div>
  )
}
