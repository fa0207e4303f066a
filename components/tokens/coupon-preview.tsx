'use client'

import { type Control, useWatch } from 'react-hook-form'
import { DataTable } from '@/components/table/data-table'
import type { TableColumn } from '@/components/table/table-column'
import { formatDecimal } from '@/components/ui/format-decimal'
import type { IssueForm } from './issue-form'
import { type PreviewCoupon, planPreview } from './plan-preview'
import type { IssueChain } from './to-issue-chains'

const MOST_SHOWN = 60
/** Of a payment token nobody here knows. */
const USUAL_DECIMALS = 6

const COLUMNS: readonly TableColumn<PreviewCoupon>[] = [
  { id: 'index', header: 'Coupon', cell: ({ index }) => index },
  {
    id: 'period',
    header: 'Period',
    hideBelow: 'md',
    cell: ({ periodStart, periodEnd }) => <span className="tabular">{`${periodStart} to ${periodEnd}`}</span>,
  },
  {
    id: 'recordDate',
    header: 'Record',
    hideBelow: 'lg',
    cell: ({ recordDate }) => <span className="tabular">{recordDate}</span>,
  },
  { id: 'payDate', header: 'Paid', cell: ({ payDate }) => <span className="tabular">{payDate}</span> },
  { id: 'fraction', header: 'Part of a year', hideBelow: 'sm', cell: ({ fraction }) => fraction },
  { id: 'perToken', header: 'Per token', align: 'end', cell: ({ perToken }) => formatDecimal(perToken) },
]

type CouponPreviewProps = { control: Control<IssueForm>; chains: readonly IssueChain[] }

/** The coupons that follow from what is typed, were it issued today. */
export function CouponPreview({ control, chains }: CouponPreviewProps) {
  const [yieldParams, tokenDecimals, chainId] = useWatch({ control, name: ['yieldParams', 'decimals', 'chainId'] })
  const paid = paymentOf(chains, { chainId, paymentToken: yieldParams.paymentToken })
  const today = new Date().toISOString().slice(0, 10)
  const plan = planPreview(yieldParams, { today, tokenDecimals, paymentDecimals: paid?.decimals ?? USUAL_DECIMALS })
  const coupons = 'coupons' in plan ? plan.coupons : []
  return (
    <section className="space-y-2" aria-label="Coupon schedule">
      <h3 className="font-medium text-[0.8125rem]">
        {coupons.length === 0 ? 'Coupon schedule' : `Coupon schedule: ${coupons.length} in ${paid?.symbol ?? 'tokens'}`}
      </h3>
      {'problem' in plan ? (
        <p className="text-muted-foreground">{plan.problem}</p>
      ) : (
        <DataTable
          label="Coupon schedule"
          columns={COLUMNS}
          rows={coupons.slice(0, MOST_SHOWN)}
          rowKey={({ index }) => String(index)}
          instead={null}
          notice={null}
        />
      )}
      {coupons.length > MOST_SHOWN ? (
        <p className="text-muted-foreground">And {coupons.length - MOST_SHOWN} more</p>
      ) : null}
    </section>
  )
}

type Wanted = { chainId: string; paymentToken: string }

function paymentOf(chains: readonly IssueChain[], { chainId, paymentToken }: Wanted) {
  const tokens = chains.find((chain) => String(chain.chainId) === chainId)?.tokens ?? []
  const wanted = paymentToken.trim().toLowerCase()
  return tokens.find(({ symbol, address }) => (wanted === '' ? symbol === 'USDC' : address.toLowerCase() === wanted))
}
