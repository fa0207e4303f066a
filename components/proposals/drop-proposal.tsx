'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { ProposalView } from '@/schemas/proposals/contract'

/** Confirms that a proposal is dropped. */
export function DropProposal({ proposal }: { proposal: ProposalView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = usePlatformShortfall()
  const [open, setOpen] = useState(false)
  const mutation = useServerMutation(trpc.proposals.drop, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.proposals.pathFilter())
      setOpen(false)
      toast.success('Proposal rejected')
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" aria-label={`Reject: ${proposal.what}`} disabledReason={shortfall}>
          Reject
        </Button>
      }
      danger={true}
      title={`Reject: ${proposal.what}?`}
      description={'Nothing changes. The audit log records who rejected it.'}
      confirmLabel="Reject"
      mutation={mutation}
      onConfirm={() => mutation.mutate({ proposalId: proposal.id })}
    />
  )
}
