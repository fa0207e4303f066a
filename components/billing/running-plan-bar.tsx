'use client'

import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import type { RunningPlan } from '@/schemas/payments/quotes/contract'
import { displayNaira } from '@/server/money/display-amount'
import { CYCLE_NAMES } from './cycle-names'
import { SwitchRenewal } from './switch-renewal'

type RunningPlanBarProps = {
  projectId: string
  product: string
  running: RunningPlan
  /** The price of the next period; null if it is not known. */
  priceNgn: string | null
}

/** The running plan: until when it is paid, and whether it renews. */
export function RunningPlanBar({ projectId, product, running, priceNgn }: RunningPlanBarProps) {
  const { planName, billingCycle, phase, autoRenew, endDate, graceEndDate, isPaid } = running
  return (
    <>
      {phase === 'PAST_DUE' ? (
        <Alert tone="warning" title={`${planName} has ended`}>
          It ended <Time value={endDate} />. It stays active until{' '}
          <Time value={graceEndDate} format="utc" className="whitespace-normal" />. Renew it before then. The new period
          starts at the end of the previous one.
        </Alert>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg bg-sunken px-4 py-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {planName}
            {isPaid ? <span className="font-normal text-muted-foreground">{CYCLE_NAMES[billingCycle]}</span> : null}
            {autoRenew ? null : <Badge tone="warning">Does not renew</Badge>}
          </p>
          <p className="text-[0.8125rem] text-muted-foreground">
            {phase === 'PAST_DUE' ? 'Paid until' : autoRenew ? 'Renews' : 'Ends'} <Time value={endDate} format="day" />
            {autoRenew && isPaid && priceNgn ? ` for ${displayNaira(priceNgn)} from your balance` : null}
          </p>
        </div>
        <SwitchRenewal projectId={projectId} product={product} running={running} />
      </div>
    </>
  )
}
