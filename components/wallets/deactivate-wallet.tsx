'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import { toast } from '@/components/ui/toast'
import type { WalletView } from '@/schemas/wallets/contract'

type DeactivateWalletProps = { projectId: string; wallet: WalletView }

export function DeactivateWallet({ projectId, wallet }: DeactivateWalletProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const shortfall = useRoleShortfall(projectId, 'owner', { includes: 'wallet.hd.deactivate' })
  const deactivate = useServerMutation(trpc.wallets.deactivate, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.wallets.pathFilter())
      setOpen(false)
      toast.success('Wallet deactivated')
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button
          className="text-danger-foreground"
          disabledReason={wallet.isActive ? shortfall : 'This wallet is already deactivated'}
        >
          Deactivate
        </Button>
      }
      title="Deactivate this wallet?"
      description={
        <>
          <span className="font-mono">{shortenMiddle(wallet.address)}</span> accepts no new operations. Accepted
          transactions continue. This cannot be undone, and remaining funds stay at the address.
        </>
      }
      confirmLabel="Deactivate wallet"
      typeToConfirm={wallet.address.slice(-6)}
      mutation={deactivate}
      onConfirm={() => deactivate.mutate({ projectId, walletId: wallet.id })}
    />
  )
}
