'use client'

import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useTokenSymbol } from '@/components/chains/use-token-symbol'
import { actionsColumn, amountColumn, stateColumn } from '@/components/table/columns'
import { listWithin } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import type { TokenView } from '@/schemas/tokens/contract'
import type { CouponView } from '@/schemas/tokens/payouts/contract'
import { exactAmount } from '@/server/money/display-amount'
import { formatDay } from '@/server/text/format-day'
import { couponDisabledReason } from './coupon-disabled-reason'
import { nextText } from './next-coupon-text'
import { PayCoupon } from './pay-coupon'
import { COUPON_DISPLAYS } from './token-displays'

const REFRESH_MS = 3_000

const today = () => new Date().toISOString().slice(0, 10)

/** The coupons of a token: amounts, pay dates and outcomes. */
export function CouponTable({ projectId, token }: { projectId: string; token: TokenView }) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.tokens.getYield.queryOptions({ projectId, tokenId: token.id }, { refetchInterval: REFRESH_MS }),
  )
  const symbol = useTokenSymbol(projectId, token.chainId, token.yieldParams?.paymentToken)
  const next = query.data?.nextPayDate
  const nextCoupon = query.data?.coupons.find(({ payDate }) => payDate === next)
  const columns: readonly TableColumn<CouponView>[] = [
    {
      id: 'payDate',
      header: 'Pay date',
      cell: ({ index, payDate, periodStart, periodEnd, amountPerToken, dayCountFraction }) => (
        <span className="tabular block whitespace-nowrap py-1">
          <span className="block font-medium">
            {formatDay(payDate)} <span className="font-normal text-muted-foreground">#{index}</span>
          </span>
          <span className="hidden text-[0.8125rem] text-muted-foreground list-sm:block">
            {formatDay(periodStart)} to {formatDay(periodEnd)}, {dayCountFraction.numerator}/
            {dayCountFraction.denominator}
          </span>
          <span className="block whitespace-normal text-[0.8125rem] text-muted-foreground list-sm:hidden">
            {exactAmount(amountPerToken)} {symbol} per token
          </span>
        </span>
      ),
    },
    stateColumn((row) => row.status, COUPON_DISPLAYS),
    { id: 'recordDate', header: 'Record date', hideBelow: 'lg', cell: ({ recordDate }) => formatDay(recordDate) },
    amountColumn((row) => ({ amount: row.amountPerToken, unit: symbol }), { header: 'Per token', hideBelow: 'sm' }),
    amountColumn((row) => ({ amount: row.paidTotal, unit: symbol }), { id: 'paid', header: 'Paid', hideBelow: 'md' }),
    // Among those that are not due only the next one has a button: a column of disabled buttons has no use.
    actionsColumn((row) =>
      row.status === 'SCHEDULED' && row.payDate !== next && couponDisabledReason(row, today()) ? null : (
        <PayCoupon projectId={projectId} token={token} coupon={row} />
      ),
    ),
  ]
  return (
    <Card
      title="Coupons"
      description={nextCoupon ? nextText(nextCoupon, { supply: token.totalSupply, unit: symbol }) : undefined}
      flush
    >
      <QueryTable
        flush
        label="Coupons"
        columns={columns}
        query={listWithin(query, ({ coupons }) => coupons)}
        rowKey={(row) => row.couponId}
        empty={
          <EmptyState icon={<CalendarClock aria-hidden />} title="No coupons yet">
            The schedule starts on the day the token is deployed.
          </EmptyState>
        }
      />
    </Card>
  )
}
