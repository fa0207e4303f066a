'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ProblemAlert } from '@/components/ui/problem-alert'
import { SecretReveal } from '@/components/ui/secret-reveal'
import { Select } from '@/components/ui/select'
import { Time } from '@/components/ui/time'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { ShareView } from '@/schemas/transactions/life/contract'

const TERMS = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
] as const
type Term = (typeof TERMS)[number]['value']
const HOURS = { '1': 1, '24': 24, '168': 168 } as const satisfies Record<Term, number>

type ShareTransactionDialogProps = DialogState & { projectId: string; transactionId: string }

/** Makes a read-only link, shows it once, and revokes those that are open. */
export function ShareTransactionDialog({ projectId, transactionId, open, onOpenChange }: ShareTransactionDialogProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [term, setTerm] = useState<Term>('24')
  const ref = { projectId, transactionId }
  const shares = useQuery(trpc.transactions.listShares.queryOptions(ref, { enabled: open }))
  const onSuccess = () => client.invalidateQueries(trpc.transactions.listShares.pathFilter())
  const share = useServerMutation(trpc.transactions.share, { again: true, onSuccess })
  const revoke = useServerMutation(trpc.transactions.revokeShare, { again: true, onSuccess })
  const items = shares.data?.items ?? []
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Share this transaction"
      description="Anyone with the link can see the on-chain facts and the step timing until the link expires. API keys, requests, webhook destinations and names are not included."
      footer={<Button onClick={() => onOpenChange(false)}>Close</Button>}
    >
      <div className="space-y-4">
        <ProblemAlert problem={share.problem ?? revoke.problem} />
        <div className="flex flex-wrap items-center gap-2">
          <div className="w-36">
            <Select aria-label="Expires after" options={TERMS} value={term} onValueChange={setTerm} />
          </div>
          <Button
            variant="primary"
            takesOver="shared-links"
            pending={share.isPending}
            onClick={() => share.mutate({ ...ref, hours: HOURS[term] })}
          >
            Create link
          </Button>
        </div>
        {share.data ? (
          <SecretReveal label="Read-only link" secret={share.data.url}>
            You can revoke it here at any time.
          </SecretReveal>
        ) : null}
        {items.length > 0 ? (
          <ul aria-label="Open links" className="divide-y rounded-lg border">
            {items.map((item) => (
              <li key={item.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3.5 py-2.5">
                <LinkLine share={item} />
                <Button
                  size="sm"
                  takesOver="shared-links"
                  pending={revoke.isPending && revoke.variables?.shareId === item.id}
                  onClick={() => revoke.mutate({ ...ref, shareId: item.id })}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Dialog>
  )
}

function LinkLine({ share: { createdBy, expiresAt, firstOpenedAt } }: { share: ShareView }) {
  return (
    <p className="min-w-0">
      By {createdBy}, expires <Time value={expiresAt} />
      <span className="block text-[0.8125rem] text-muted-foreground">
        {firstOpenedAt ? (
          <>
            First opened <Time value={firstOpenedAt} />
          </>
        ) : (
          'Not opened yet'
        )}
      </span>
    </p>
  )
}
