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

const NO_SENDER = 'The wallet of this transfer cannot send any more, so the transfer cannot be repeated from it.'

type SendTransferDialogProps = DialogState & ReturnType<typeof useSendFacts> & { projectId: string }

/** The form of a transfer; without a wallet or its facts, why there is none. */
export function SendTransferDialog({ projectId, facts, failed, open, onOpenChange }: SendTransferDialogProps) {
  const [chosen, setChosen] = useState<WalletView | null>(null)
  // The wallet that the form opened with stays, whatever is known of the others later.
  const [opened, setOpened] = useState<WalletView | null>(null)
  if (open && opened === null && facts?.first) setOpened(facts.first)
  if (!open && opened !== null) setOpened(null)
  const wallet = chosen ?? opened ?? facts?.first
  const repeated = facts?.repeated ?? null
  const problem = repeated && ('problem' in repeated ? repeated.problem : wallet ? null : NO_SENDER)
  if (facts && wallet && problem === null) {
    const filled = repeated && 'values' in repeated ? repeated : null
    return (
      <SendTransferForm
        open={open}
        onOpenChange={onOpenChange}
        projectId={projectId}
        wallet={wallet}
        onWallet={setChosen}
        chains={(filled ?? facts).chains.filter(({ isAvailable }) => isAvailable)}
        values={filled?.values ?? null}
        recipient={facts.recipient}
        baseUrl={facts.overview.baseUrl}
        keyHint={liveKeyHint(facts.overview.liveKey)}
        notice={failed ? <OutOfDate query={failed} /> : null}
      />
    )
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Send a transfer">
      {failed ? (
        <QueryError query={failed} />
      ) : (
        <Alert tone={problem === null ? 'neutral' : 'danger'}>{problem ?? 'Generate and fund a wallet first.'}</Alert>
      )}
    </Dialog>
  )
}
