'use client'

import { useId, useState } from 'react'
import { liveKeyHint } from '@/components/keys/live-key-hint'
import { OutOfDate } from '@/components/out-of-date'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { QueryError } from '@/components/query-error'
import { TokenProvider } from '@/components/reference/token-context'
import { Alert } from '@/components/ui/alert'
import { Dialog } from '@/components/ui/dialog'
import { Label } from '@/components/ui/label'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { WalletView } from '@/schemas/wallets/contract'
import { ChooseWallet } from './choose-wallet'
import { SendTransferForm } from './send-transfer-form'
import type { useSendFacts } from './use-send-facts'

type SendTransferDialogProps = DialogState & ReturnType<typeof useSendFacts> & { projectId: string }

/** From which wallet, and the form of the call. */
export function SendTransferDialog({ projectId, facts, failed, open, onOpenChange }: SendTransferDialogProps) {
  const fromId = useId()
  const shortfall = useRoleShortfall(projectId, 'owner')
  const owned = shortfall === null ? [{ id: projectId, name: 'This project' }] : []
  const [chosen, setChosen] = useState<WalletView | null>(null)
  const wallet = chosen ?? facts?.first
  return (
    <Dialog
      open={open}
      initialFocus={() => document.getElementById(fromId)}
      onOpenChange={onOpenChange}
      title="Send a transfer"
      description="Sends the transfer through the API with your own key. The key is kept in memory only."
      size="lg"
    >
      {failed && facts ? <OutOfDate query={failed} /> : null}
      {failed && !facts ? <QueryError query={failed} /> : null}
      {facts && !wallet ? <Alert tone="neutral">Generate and fund a wallet first.</Alert> : null}
      {facts && wallet ? (
        <TokenProvider projects={owned}>
          <div className="space-y-5">
            <div className="space-y-1.5">
              <Label htmlFor={fromId}>From</Label>
              <ChooseWallet id={fromId} projectId={projectId} wallet={wallet} onChoose={setChosen} />
            </div>
            <SendTransferForm
              key={wallet.chainType}
              projectId={projectId}
              wallet={wallet}
              chains={facts.chains.filter((chain) => chain.isAvailable && chain.chainType === wallet.chainType)}
              baseUrl={facts.overview.baseUrl}
              keyHint={liveKeyHint(facts.overview.liveKey)}
            />
          </div>
        </TokenProvider>
      ) : null}
    </Dialog>
  )
}
