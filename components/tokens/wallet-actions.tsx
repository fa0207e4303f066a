'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Snowflake, Sun, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import { toast } from '@/components/ui/toast'
import type { TokenView } from '@/schemas/tokens/contract'
import type { RegisteredWalletView } from '@/schemas/tokens/holders/contract'

type Props = { projectId: string; token: TokenView; wallet: RegisteredWalletView }

/** Freezes and removes a wallet of a token. */
export function WalletActions(props: Props) {
  return (
    <span className="flex justify-end gap-1">
      <FreezeWallet {...props} />
      <RemoveWallet {...props} />
    </span>
  )
}

function FreezeWallet({ projectId, token, wallet: { address, isFrozen, isRegistered } }: Props) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [open, onOpenChange] = useState(false)
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'tokenization.token.admin' })
  const mutation = useServerMutation(trpc.tokens.freezeWallet, {
    onSuccess: async () => {
      toast.success(isFrozen ? 'The wallet is being unfrozen' : 'The wallet is being frozen')
      onOpenChange(false)
      await client.invalidateQueries(trpc.tokens.pathFilter())
    },
  })
  const label = isFrozen ? 'Unfreeze wallet' : 'Freeze wallet'
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      danger={!isFrozen}
      trigger={
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`${label} ${shortenMiddle(address)}`}
          disabledReason={isRegistered ? shortfall : 'The wallet is not registered yet'}
        >
          {isFrozen ? <Sun aria-hidden /> : <Snowflake aria-hidden />}
        </Button>
      }
      title={`${label}?`}
      description={
        isFrozen
          ? `${address} can send and receive the token again, and withheld payments can be paid.`
          : `${address} can neither send nor receive the token. Payments to it are withheld in the contract.`
      }
      confirmLabel={label}
      mutation={mutation}
      onConfirm={() => mutation.mutate({ projectId, tokenId: token.id, address, frozen: !isFrozen })}
    />
  )
}

function RemoveWallet({ projectId, token, wallet: { address, balance, isRegistered } }: Props) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [open, onOpenChange] = useState(false)
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'tokenization.token.admin' })
  const mutation = useServerMutation(trpc.tokens.removeWallet, {
    onSuccess: async () => {
      toast.success('The wallet is being removed')
      onOpenChange(false)
      await client.invalidateQueries(trpc.tokens.pathFilter())
    },
  })
  const holds = balance !== '0' && 'The wallet still holds tokens'
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Remove wallet ${shortenMiddle(address)}`}
          disabledReason={(!isRegistered && 'The wallet is not registered yet') || holds || shortfall}
        >
          <Trash2 aria-hidden />
        </Button>
      }
      title="Remove wallet?"
      description={`${address} can no longer hold the token. You can register it again.`}
      confirmLabel="Remove wallet"
      mutation={mutation}
      onConfirm={() => mutation.mutate({ projectId, tokenId: token.id, address })}
    />
  )
}
