'use client'

import { Card } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'
import type { PolicyView } from '@/server/policies/contract'

/** What the last 24 hours used of the rolling limit. */
export function PolicyUsage({ policy }: { policy: PolicyView }) {
  const { spentUsd, spentPercent, dailyUsd } = policy
  return (
    <Card>
      <Progress
        label="Spent in the last 24 hours"
        value={spentPercent ?? 0}
        valueText={dailyUsd === null ? `$${spentUsd}, no limit` : `$${spentUsd} of $${dailyUsd}`}
      />
    </Card>
  )
}
