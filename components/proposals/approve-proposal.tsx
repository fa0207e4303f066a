'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { OneTimeLink } from '@/components/people/one-time-link'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { ProposalView } from '@/schemas/proposals/contract'

/** The approval of a proposal by a second person, which executes it. */
export function ApproveProposal({ proposal }: { proposal: ProposalView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = usePlatformShortfall()
  const [open, setOpen] = useState(false)
  const mutation = useServerMutation(trpc.proposals.approve, {
    onSuccess: async ({ link }) => {
      setOpen(false)
      // The row leaves the list, and its link with it.
      if (link !== null) return
      await client.invalidateQueries()
      toast.success('Proposal approved')
    },
  })
  return (
    <>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button
            size="sm"
            aria-label={`Approve: ${proposal.what}`}
            disabledReason={shortfall ?? (proposal.isOwn ? 'A second operator has to approve this' : null)}
          >
            Approve
          </Button>
        }
        danger={false}
        title={`${proposal.what}?`}
        description={`${proposal.businessName ? `For ${proposal.businessName}. ` : ''}It takes effect immediately and cannot be undone here. The audit log records both operators.`}
        confirmLabel="Approve"
        mutation={mutation}
        onConfirm={() => mutation.mutate({ proposalId: proposal.id })}
      />
      <OneTimeLink
        link={mutation.data?.link ?? null}
        title={proposal.what}
        onDone={() => {
          mutation.reset()
          void client.invalidateQueries()
        }}
      />
    </>
  )
}
