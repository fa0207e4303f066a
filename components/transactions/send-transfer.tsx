'use client'

import { Send } from 'lucide-react'
import { parseAsBoolean, parseAsString, useQueryStates } from 'nuqs'
import { useEffect, useState } from 'react'
import { parseAsId } from '@/components/filters/parse-as-id'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { lazyPart } from '@/components/ui/lazy-part'
import { LoadFailure } from '@/components/ui/load-failure'
import { useLazyPart } from '@/components/ui/use-lazy-part'
import { useSendFacts } from './use-send-facts'

const PARAMS = { send: parseAsBoolean.withDefault(false), wallet: parseAsId, again: parseAsString }
const part = lazyPart(() => import('./send-transfer-dialog'))

/** A transfer by form, in the name of the person who is signed in. */
export function SendTransfer({ projectId }: { projectId: string }) {
  // Kept in the URL, so that the checklist, wallets and transactions can link here.
  const [{ send, wallet, again }, setParams] = useQueryStates(PARAMS)
  const open = send || again !== null
  // Each opening for another transaction creates a new form; the closing one stays for its animation.
  const [filledFrom, setFilledFrom] = useState(again)
  if (open && filledFrom !== again) setFilledFrom(again)
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'wallet.transfer.create' })
  const { module, phase, load, preload } = useLazyPart(part)
  const { facts, failed } = useSendFacts(projectId, { enabled: open, walletId: wallet, again })
  useEffect(() => {
    if (open) void load()
  }, [open, load])
  const change = (next: boolean) => setParams(next ? { send: true } : null)
  const isThere = facts !== null || failed !== undefined
  return (
    <>
      <Button
        variant="primary"
        icon={<Send aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={open}
        pending={open && phase !== 'failed' && (module === null || !isThere)}
        disabledReason={shortfall}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => change(true)}
      >
        Send
      </Button>
      {module ? (
        <module.SendTransferDialog
          key={filledFrom}
          projectId={projectId}
          facts={facts}
          failed={failed}
          // Opens with the form loaded, so that the first field gets the focus and not the close button.
          open={open && isThere}
          onOpenChange={change}
        />
      ) : null}
      {open && phase === 'failed' ? <LoadFailure onRetry={() => void load()} onClose={() => change(false)} /> : null}
    </>
  )
}
