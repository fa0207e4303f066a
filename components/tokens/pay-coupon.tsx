'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { TokenView } from '@/schemas/tokens/contract'
import type { CouponView } from '@/schemas/tokens/payouts/contract'
import { exactAmount } from '@/server/money/display-amount'
import { formatDay } from '@/server/text/format-day'
import { couponDisabledReason } from './coupon-disabled-reason'
import { inactiveReason } from './inactive-reason'

/** Pays a coupon to every holder of its record date. */
export function PayCoupon({ projectId, token, coupon }: { projectId: string; token: TokenView; coupon: CouponView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [open, onOpenChange] = useState(false)
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'tokenization.yield.manage' })
  const mutation = useServerMutation(trpc.tokens.payCoupon, {
    onSuccess: async () => {
      toast.success('Coupon payment started')
      onOpenChange(false)
      await client.invalidateQueries(trpc.tokens.pathFilter())
    },
  })
  if (coupon.status === 'PAID' || coupon.status === 'CANCELED') return null
  const today = new Date().toISOString().slice(0, 10)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      danger={false}
      trigger={
        <Button
          size="sm"
          aria-label={`Pay coupon ${coupon.index}`}
          disabledReason={couponDisabledReason(coupon, today) ?? inactiveReason(token) ?? shortfall}
        >
          Pay
        </Button>
      }
      title={`Pay coupon ${coupon.index}?`}
      description={`Holders of ${token.ticker} at the end of ${formatDay(coupon.recordDate)} (UTC) receive ${exactAmount(coupon.amountPerToken)} per token. The total is moved from the token admin to the contract first. This cannot be undone.`}
      confirmLabel="Pay coupon"
      mutation={mutation}
      onConfirm={() => mutation.mutate({ projectId, tokenId: token.id, couponId: coupon.couponId })}
    />
  )
}
