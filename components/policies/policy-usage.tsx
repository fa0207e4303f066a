'use client'

import { Card } from '@/components/ui/card'
import { formatDecimal } from '@/components/ui/format-decimal'
import { Progress } from '@/components/ui/progress'
import type { PolicyView } from '@/server/policies/contract'

/** What the last 24 hours used of the rolling limit. */
export function PolicyUsage({ policy }: { policy: PolicyView }) {
  const { spentPercent, dailyUsd } = policy
  const spent = `$${formatDecimal(policy.spentUsd)}`
  return (
    <Card>
      <Progress
        label="Spent in the last 24 hours"
        value={spentPercent ?? 0}
        valueText={dailyUsd === null ? `${spent}, no limit` : `${spent} of $${formatDecimal(dailyUsd)}`}
      />
    </Card>
  )
}
