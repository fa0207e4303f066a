'use client'

import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { AddDialog } from '@/components/ui/add-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { TokenView } from '@/schemas/tokens/contract'
import { inactiveReason } from './inactive-reason'

const form = lazyPart(() => import('./register-wallet-form'))

/** Registers one wallet in a dialog. */
export function RegisterWallet({ projectId, token }: { projectId: string; token: TokenView }) {
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'tokenization.token.admin' })
  return (
    <AddDialog
      part={form}
      label="Register wallet"
      variant="primary"
      disabledReason={inactiveReason(token) ?? shortfall}
    >
      {({ RegisterWalletForm }, state) => <RegisterWalletForm projectId={projectId} token={token} {...state} />}
    </AddDialog>
  )
}
