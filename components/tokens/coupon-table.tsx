'use client'

import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { QueryContent } from '@/components/query-content'
import { actionsColumn, stateColumn } from '@/components/table/columns'
import { DataTable } from '@/components/table/data-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { formatDecimal } from '@/components/ui/format-decimal'
import type { TokenView } from '@/server/tokens/contract'
import type { CouponView } from '@/server/tokens/payouts/contract'
import { PayCoupon } from './pay-coupon'
import { COUPON_LOOKS } from './token-looks'

const REFRESH_MS = 5_000

/** When a token pays what, and what became of it. */
export function CouponTable({ projectId, token }: { projectId: string; token: TokenView }) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.tokens.getYield.queryOptions({ projectId, tokenId: token.id }, { refetchInterval: REFRESH_MS }),
  )
  const columns: readonly TableColumn<CouponView>[] = [
    { id: 'index', header: 'Coupon', cell: ({ index }) => index },
    { id: 'payDate', header: 'Pay date', cell: ({ payDate }) => <span className="tabular">{payDate}</span> },
    stateColumn((row) => row.status, COUPON_LOOKS),
    {
      id: 'recordDate',
      header: 'Record date',
      hideBelow: 'lg',
      cell: ({ recordDate }) => <span className="tabular">{recordDate}</span>,
    },
    {
      id: 'fraction',
      header: 'Part of a year',
      hideBelow: 'xl',
      cell: ({ dayCountFraction: { numerator, denominator } }) => `${numerator}/${denominator}`,
    },
    {
      id: 'perToken',
      header: 'Per token',
      align: 'end',
      hideBelow: 'sm',
      cell: ({ amountPerToken }) => formatDecimal(amountPerToken),
    },
    {
      id: 'paid',
      header: 'Paid in all',
      align: 'end',
      hideBelow: 'md',
      cell: ({ paidTotal }) => formatDecimal(paidTotal),
    },
    actionsColumn((row) => <PayCoupon projectId={projectId} token={token} coupon={row} />),
  ]
  return (
    <Card
      title="Coupons"
      description={query.data?.nextPayDate ? `The next is due on ${query.data.nextPayDate}.` : undefined}
      flush
    >
      <QueryContent
        flush
        query={query}
        loading={<DataTable {...TABLE} columns={columns} rows={undefined} instead={null} />}
      >
        {({ coupons }) => (
          <DataTable
            {...TABLE}
            columns={columns}
            rows={coupons}
            instead={
              coupons.length > 0 ? null : (
                <EmptyState icon={<CalendarClock aria-hidden />} title="No coupons yet">
                  They are planned from the day its contract is deployed.
                </EmptyState>
              )
            }
          />
        )}
      </QueryContent>
    </Card>
  )
}

const TABLE = { flush: true, label: 'Coupons', rowKey: ({ couponId }: CouponView) => couponId, notice: null } as const
