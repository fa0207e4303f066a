'use client'

import { useId } from 'react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { lazyPart } from '@/components/ui/lazy-part'
import { Switch } from '@/components/ui/switch'
import { useLazyDialog } from '@/components/ui/use-lazy-dialog'
import type { RunningPlan } from '@/schemas/payments/quotes/contract'

const DIALOGS = lazyPart(() => import('./renewal-dialogs'))

type SwitchRenewalProps = { projectId: string; product: string; running: RunningPlan }

/** Switches auto-renew, and cancels a plan. Each asks for confirmation. */
export function SwitchRenewal({ projectId, product, running }: SwitchRenewalProps) {
  const shortfall = useRoleShortfall(projectId, 'owner')
  const labelId = useId()
  const name = `${product} ${running.planName}`
  const shared = { projectId, name, running }
  const cancel = useLazyDialog(DIALOGS, ({ CancelPlan }, state) => <CancelPlan {...shared} {...state} />)
  const renew = useLazyDialog(DIALOGS, ({ RenewPlan }, state) => <RenewPlan {...shared} {...state} />)
  const { autoRenew } = running
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
          onPointerEnter={cancel.preload}
          onFocus={cancel.preload}
          onCheckedChange={() => void (autoRenew ? cancel : renew).show()}
        />
      </span>
      {autoRenew ? (
        <Button
          size="sm"
          variant="danger-ghost"
          disabledReason={shortfall}
          pending={cancel.isSlow}
          aria-label={`Cancel ${name}`}
          onPointerEnter={cancel.preload}
          onFocus={cancel.preload}
          onClick={() => void cancel.show()}
        >
          Cancel plan
        </Button>
      ) : null}
      {cancel.dialog}
      {renew.dialog}
    </div>
  )
}
