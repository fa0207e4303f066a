'use client'

import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { WalletView } from '@/schemas/wallets/contract'

const dialog = lazyPart(() => import('./sign-message-dialog'))

/** Signs a message by form. Sends the same API call as a client, with a token of the reader's. */
export function SignMessage({ projectId, wallet }: { projectId: string; wallet: WalletView }) {
  const shortfall = useRoleShortfall(projectId, 'viewer', { includes: 'wallet.hd.sign' })
  const disabledReason = wallet.isActive ? shortfall : 'This wallet is deactivated'
  return (
    <LazyDialog part={dialog} trigger={<Button disabledReason={disabledReason}>Sign message</Button>}>
      {({ SignMessageDialog }, state) => <SignMessageDialog projectId={projectId} wallet={wallet} {...state} />}
    </LazyDialog>
  )
}
