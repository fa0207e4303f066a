'use client'

import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { useId, useState } from 'react'
import { liveKeyHint } from '@/components/keys/live-key-hint'
import { QueryError } from '@/components/query-error'
import { TokenProvider } from '@/components/reference/token-context'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Label } from '@/components/ui/label'
import { Select } from '@/components/ui/select'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import { SendTransferForm } from './send-transfer-form'

/** A transfer by form: the very call to the API, made from here with a key of the reader's, and shown as a command. */
export function SendTransfer({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [open, setOpen] = useQueryState('send', parseAsBoolean.withDefault(false))
  const fromId = useId()
  const [from, setFrom] = useState<string | null>(null)
  const input = { projectId, page: 1 }
  const wallets = useQuery(trpc.wallets.list.queryOptions(input, { enabled: open }))
  const chains = useQuery(trpc.wallets.chains.queryOptions({ projectId }, { enabled: open }))
  const overview = useQuery(trpc.projects.overview.queryOptions({ projectId }, { enabled: open }))
  const usable = wallets.data?.items.filter(
    ({ isActive, boundProjectId }) => isActive && (boundProjectId === null || boundProjectId === projectId),
  )
  const wallet = usable?.find(({ address }) => address === from) ?? usable?.[0]
  const isReady = usable !== undefined && chains.data !== undefined && overview.data !== undefined
  const failed = [wallets, chains, overview].find(({ error }) => error !== null)
  return (
    <>
      <Button
        variant="primary"
        icon={<Send aria-hidden />}
        pending={open && !isReady && !failed}
        onClick={() => setOpen(true)}
      >
        Send
      </Button>
      <Dialog
        // With its form in it: what is focused first is a field, not the cross that closes it.
        open={open && (isReady || failed !== undefined)}
        initialFocus={() => document.getElementById(fromId)}
        onOpenChange={(next) => setOpen(next ? true : null)}
        title="Send a transfer"
        description="Made through the API, with your own key: the page keeps it in memory only."
        size="lg"
      >
        {failed ? <QueryError query={failed} /> : null}
        {usable?.length === 0 ? <Alert tone="neutral">Generate a wallet first, and fund it.</Alert> : null}
        {isReady && wallet ? (
          <TokenProvider>
            <div className="space-y-5">
              <div className="space-y-1.5">
                <Label htmlFor={fromId}>From</Label>
                <Select
                  id={fromId}
                  aria-label="From"
                  options={usable.map(({ address, addressIndex, chainType }) => ({
                    value: address,
                    label: `${chainType === 'EVM' ? 'EVM' : 'Solana'} ${addressIndex}: ${shortenMiddle(address)}`,
                  }))}
                  value={wallet.address}
                  onValueChange={setFrom}
                />
              </div>
              <SendTransferForm
                key={wallet.chainType}
                projectId={projectId}
                wallet={wallet}
                chains={chains.data.filter((chain) => chain.isAvailable && chain.chainType === wallet.chainType)}
                baseUrl={overview.data.baseUrl}
                keyHint={liveKeyHint(overview.data.liveKey)}
              />
            </div>
          </TokenProvider>
        ) : null}
      </Dialog>
    </>
  )
}
