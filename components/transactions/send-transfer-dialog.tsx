'use client'

import { useState } from 'react'
import { liveKeyHint } from '@/components/keys/live-key-hint'
import { OutOfDate } from '@/components/out-of-date'
import { QueryError } from '@/components/query-error'
import { Alert } from '@/components/ui/alert'
import { Dialog } from '@/components/ui/dialog'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { WalletView } from '@/schemas/wallets/contract'
import { SendTransferForm } from './send-transfer-form'
import type { useSendFacts } from './use-send-facts'

type SendTransferDialogProps = DialogState & ReturnType<typeof useSendFacts> & { projectId: string }

/** The form of a transfer; without a wallet or its facts, why there is none. */
export function SendTransferDialog({ projectId, facts, failed, open, onOpenChange }: SendTransferDialogProps) {
  const [chosen, setChosen] = useState<WalletView | null>(null)
  const wallet = chosen ?? facts?.first
  if (facts && wallet) {
    return (
      <SendTransferForm
        open={open}
        onOpenChange={onOpenChange}
        projectId={projectId}
        wallet={wallet}
        onWallet={setChosen}
        chains={facts.chains.filter(({ isAvailable }) => isAvailable)}
        baseUrl={facts.overview.baseUrl}
        keyHint={liveKeyHint(facts.overview.liveKey)}
        notice={failed ? <OutOfDate query={failed} /> : null}
      />
    )
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Send a transfer">
      {failed ? <QueryError query={failed} /> : <Alert tone="neutral">Generate and fund a wallet first.</Alert>}
    </Dialog>
  )
}
