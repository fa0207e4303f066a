'use client'

import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { WalletView } from '@/schemas/wallets/contract'

const form = lazyPart(() => import('./bind-wallet-form'))

/** Binds a wallet to one project, or frees it. */
export function BindWallet({ projectId, wallet }: { projectId: string; wallet: WalletView }) {
  const shortfall = useRoleShortfall(projectId, 'owner')
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button disabledReason={wallet.isActive ? shortfall : 'This wallet is deactivated'}>
          Restrict to one project
        </Button>
      }
    >
      {({ BindWalletForm }, state) => <BindWalletForm projectId={projectId} wallet={wallet} {...state} />}
    </LazyDialog>
  )
}
