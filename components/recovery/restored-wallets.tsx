'use client'

import { useQuery } from '@tanstack/react-query'
import { AppLink } from '@/components/layout/app-link'
import { paths } from '@/components/paths'
import { QueryContent } from '@/components/query-content'
import { DataTable } from '@/components/table/data-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import type { RestoredWalletsView } from '@/schemas/recovery/contract'

/** The businesses whose wallets a restore added. Renders nothing if there are none. */
export function RestoredWallets() {
  const trpc = useTRPC()
  const query = useQuery(trpc.recovery.countRestoredWallets.queryOptions())
  return (
    <QueryContent query={query} loading={null}>
      {(rows) =>
        rows.length === 0 ? null : (
          <Card
            flush
            title="Restored wallets"
            description="Added because the backup may lack them. One is in use once money arrived there, or its business gave it a label."
          >
            <DataTable
              flush
              label="Restored wallets"
              columns={COLUMNS}
              rows={rows}
              rowKey={({ businessName, businessId }) => businessId ?? businessName}
              instead={null}
              notice={null}
            />
          </Card>
        )
      }
    </QueryContent>
  )
}

const COLUMNS: readonly TableColumn<RestoredWalletsView>[] = [
  {
    id: 'business',
    header: 'Business',
    cell: ({ businessId, businessName, isIncomplete }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {businessId === null ? (
          businessName
        ) : (
          <AppLink className="underline underline-offset-4" href={paths.business(businessId)}>
            {businessName}
          </AppLink>
        )}
        {isIncomplete ? <Badge tone="danger">Not complete</Badge> : null}
      </span>
    ),
  },
  { id: 'count', header: 'Wallets', align: 'end', cell: ({ count }) => count.toLocaleString('en') },
  { id: 'used', header: 'In use', align: 'end', cell: ({ used }) => used.toLocaleString('en') },
]
