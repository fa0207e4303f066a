'use client'

import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { WalletView } from '@/schemas/wallets/contract'

const form = lazyPart(() => import('./label-wallet-form'))

/** Gives a wallet a name that lists find. */
export function LabelWallet({ projectId, wallet }: { projectId: string; wallet: WalletView }) {
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'wallet.hd.generate' })
  return (
    <LazyDialog part={form} trigger={<Button disabledReason={shortfall}>Edit label</Button>}>
      {({ LabelWalletForm }, state) => <LabelWalletForm projectId={projectId} wallet={wallet} {...state} />}
    </LazyDialog>
  )
}
