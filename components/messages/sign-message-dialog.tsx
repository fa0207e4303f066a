'use client'

import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { TokenProvider } from '@/components/reference/token-context'
import { Dialog } from '@/components/ui/dialog'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { WalletView } from '@/schemas/wallets/contract'
import { SignMessageForm } from './sign-message-form'

type SignMessageDialogProps = DialogState & { projectId: string; wallet: WalletView }

/** The form of the call, with a key that is kept in memory only. */
export function SignMessageDialog({ projectId, wallet, open, onOpenChange }: SignMessageDialogProps) {
  const shortfall = useRoleShortfall(projectId, 'owner')
  const owned = shortfall === null ? [{ id: projectId, name: 'This project' }] : []
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Sign a message"
      description="Signs with this wallet through the API with your own key. Nothing is sent to a chain, but a contract may accept the signature."
      size="lg"
    >
      <TokenProvider projects={owned}>
        <SignMessageForm wallet={wallet} />
      </TokenProvider>
    </Dialog>
  )
}
