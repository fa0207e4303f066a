'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { QueryError } from '@/components/query-error'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { GasBudgetView } from '@/server/sponsorship/contract'
import { GasBudgetTable } from './gas-budget-table'
import { SetGasBudget } from './set-gas-budget'

const FLUSH = 'rounded-none border-0 shadow-none'

/** A business's sponsored gas on its operator page, with the way to change its budgets. */
export function BusinessGasBudgets({ businessId, name }: { businessId: string; name: string }) {
  const trpc = useTRPC()
  const [editing, setEditing] = useState<GasBudgetView | null>(null)
  const shortfall = usePlatformShortfall()
  const query = useQuery(trpc.sponsorship.of.queryOptions({ businessId }))
  return (
    <Card
      title="Sponsored gas"
      description="What the platform pays of its gas a day (UTC) and chain. Without a figure of yours its most generous plan counts."
      flush
    >
      {query.error ? (
        <QueryError query={query} />
      ) : (
        <GasBudgetTable
          rows={query.data}
          className={FLUSH}
          actions={(row) => (
            <Button
              size="sm"
              disabledReason={shortfall}
              aria-label={`Change the budget on ${row.chainName}`}
              onClick={() => setEditing(row)}
            >
              Change
            </Button>
          )}
        />
      )}
      {editing ? (
        <SetGasBudget business={{ businessId, name }} budget={editing} onClose={() => setEditing(null)} />
      ) : null}
    </Card>
  )
}
