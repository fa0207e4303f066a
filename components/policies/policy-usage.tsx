'use client'

import { Card } from '@/components/ui/card'
import { formatDecimal } from '@/components/ui/format-decimal'
import { Progress } from '@/components/ui/progress'
import type { PolicyView } from '@/schemas/policies/contract'

/** What the last 24 hours used of the rolling limit, and of what it consists. */
export function PolicyUsage({ policy }: { policy: PolicyView }) {
  const { spentPercent, dailyUsd, spentUsd, spentOnTestnetsUsd, spentByTokensUsd } = policy
  const counted = inCents(spentUsd)
  return (
    <Card>
      <Progress
        label="Counted against the limit in the last 24 hours"
        value={spentPercent ?? 0}
        valueText={dailyUsd === null ? `${counted}, no limit` : `${counted} of $${formatDecimal(dailyUsd)}`}
      />
      <p className="mt-2 text-[0.8125rem] text-muted-foreground">
        Counts transfers, signed calls and token operations at their value when they were accepted. This includes{' '}
        {inCents(spentOnTestnetsUsd)} on testnets and {inCents(spentByTokensUsd)} by mints and other operations of your
        own tokens.
      </p>
    </Card>
  )
}

/** Whole cents, rounded down: what is charged is exact elsewhere. */
function inCents(usd: string): string {
  const [whole = '0', fraction = ''] = usd.split('.')
  return `$${formatDecimal(`${whole}.${fraction.padEnd(2, '0').slice(0, 2)}`)}`
}
