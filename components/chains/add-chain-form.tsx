'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { chainEndpointInput, type ProbedChain } from '@/schemas/chains/settings/contract'
import { NewChainForm } from './new-chain-form'
import { toAddressProblem } from './to-address-problem'

/** Adds a chain: first queries its endpoint, then shows the response with the remaining choices. */
export function AddChainForm({ open, onOpenChange }: DialogState) {
  const trpc = useTRPC()
  const [found, setFound] = useState<(ProbedChain & { url: string }) | null>(null)
  const { control, handleSubmit } = useForm({ resolver: zodResolver(chainEndpointInput), defaultValues: { url: '' } })
  const probe = useServerMutation(trpc.chains.probe, {
    again: true,
    onSuccess: (probed, { url }) => setFound({ ...probed, url }),
  })
  if (found) return <NewChainForm found={found} open={open} onOpenChange={onOpenChange} onBack={() => setFound(null)} />
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a chain"
      description="Enter the RPC URL of an EVM chain. We read the facts of the chain from it first. Nothing is saved yet."
      submitLabel="Ask the chain"
      onSubmit={handleSubmit((values) => probe.mutate(values))}
      mutation={{ ...probe, problem: probe.problem && toAddressProblem(probe.problem) }}
    >
      <TextField
        control={control}
        name="url"
        label="Endpoint"
        placeholder="https://rpc.example.com/v2/…"
        hint="http or https, on a public host."
        autoComplete="off"
        mono
      />
    </FormDialog>
  )
}
