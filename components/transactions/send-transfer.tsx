'use client'

import { Send } from 'lucide-react'
import { parseAsBoolean, useQueryState } from 'nuqs'
import { useEffect } from 'react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { lazyPart } from '@/components/ui/lazy-part'
import { LoadFailure } from '@/components/ui/load-failure'
import { useLazyPart } from '@/components/ui/use-lazy-part'
import { useSendFacts } from './use-send-facts'

const part = lazyPart(() => import('./send-transfer-dialog'))

/** A transfer by form, in the name of the person who is signed in. */
export function SendTransfer({ projectId }: { projectId: string }) {
  // In the address, so that the checklist can lead here.
  const [open, setOpen] = useQueryState('send', parseAsBoolean.withDefault(false))
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'wallet.transfer.create' })
  const { module, phase, load, preload } = useLazyPart(part)
  const { facts, failed } = useSendFacts(projectId, open)
  useEffect(() => {
    if (open) void load()
  }, [open, load])
  const change = (next: boolean) => setOpen(next ? true : null)
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
          projectId={projectId}
          facts={facts}
          failed={failed}
          // With its form in it: what is focused first is a field, not the cross that closes it.
          open={open && isThere}
          onOpenChange={change}
        />
      ) : null}
      {open && phase === 'failed' ? <LoadFailure onRetry={() => void load()} onClose={() => change(false)} /> : null}
    </>
  )
}
