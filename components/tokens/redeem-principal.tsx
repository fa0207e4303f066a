'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { TokenView } from '@/schemas/tokens/contract'
import { redemptionDisabledReason } from './coupon-disabled-reason'
import { inactiveReason } from './inactive-reason'

/** Pays the principal of a token back: at its maturity, or once it may be called. */
export function RedeemPrincipal({ projectId, token }: { projectId: string; token: TokenView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [open, onOpenChange] = useState(false)
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'tokenization.yield.manage' })
  const mutation = useServerMutation(trpc.tokens.redeemPrincipal, {
    onSuccess: async () => {
      toast.success('Redemption started')
      onOpenChange(false)
      await client.invalidateQueries(trpc.tokens.pathFilter())
    },
  })
  const today = new Date().toISOString().slice(0, 10)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button
          icon={<Undo2 aria-hidden />}
          disabledReason={inactiveReason(token) ?? redemptionDisabledReason(token, today) ?? shortfall}
        >
          Redeem
        </Button>
      }
      title={`Redeem ${token.ticker}?`}
      description="Every holder receives the face value and the interest accrued since the last coupon, and the tokens are burned. From the first transaction on, tokens cannot be transferred, and future coupons are canceled. This cannot be undone."
      confirmLabel="Redeem token"
      typeToConfirm={token.ticker}
      mutation={mutation}
      onConfirm={() => mutation.mutate({ projectId, tokenId: token.id })}
    />
  )
}
