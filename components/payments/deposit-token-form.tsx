'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { AddressField } from '@/components/form/address-field'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { addDepositTokenInput, depositTokenRef } from '@/schemas/payments/stablecoins/contract'

const PEGS = [
  { value: 'USD', label: 'US dollar' },
  { value: 'NGN', label: 'Naira' },
] as const

const { tokenAddress, peg, symbol } = addDepositTokenInput.shape
const form = z.object({ chainId: z.string().min(1, 'Choose a chain'), tokenAddress, peg, symbol })

/** Adds a token by its address. Shows what the chain reports about it first. */
export function DepositTokenForm({ open, onOpenChange }: DialogState) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const chains = useQuery(trpc.chains.list.queryOptions())
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(form),
    defaultValues: { chainId: '', tokenAddress: '', peg: 'USD' as const, symbol: '' },
  })
  const [chainId, address] = useWatch({ control, name: ['chainId', 'tokenAddress'] })
  const parsed = depositTokenRef.safeParse({ chainId: Number(chainId), tokenAddress: address })
  const found = useQuery(
    trpc.payments.readDepositToken.queryOptions(parsed.data ?? { chainId: 1, tokenAddress: '' }, {
      enabled: parsed.success,
      retry: false,
    }),
  )
  const add = useServerMutation(trpc.payments.addDepositToken, {
    onSuccess: async ({ state }) => {
      await Promise.all([
        client.invalidateQueries(trpc.payments.pathFilter()),
        client.invalidateQueries(trpc.proposals.pathFilter()),
      ])
      onOpenChange(false)
      toast.success(
        state === 'done' ? 'Token added' : 'Proposed: a second operator has to approve it on the Proposals page',
      )
    },
  })
  const options = (chains.data?.items ?? []).map((chain) => ({ value: String(chain.chainId), label: chain.name }))
  const says = found.data && `${found.data.symbol ?? 'No symbol'}, ${found.data.decimals} decimals`
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a token"
      description="Decimals and symbol are read from the chain. Payments offer the token once a second operator approves it. On a test network they offer it immediately."
      submitLabel="Add token"
      onSubmit={handleSubmit((values) => add.mutate({ ...values, chainId: Number(values.chainId) }))}
      mutation={add}
    >
      <SelectField control={control} name="chainId" label="Chain" options={options} placeholder="Choose" />
      <AddressField
        control={control}
        name="tokenAddress"
        label="Token"
        hint={found.error ? found.error.message : says}
      />
      <p role="status" className="text-[0.8125rem] text-muted-foreground">
        {says ? `On the chain: ${says}` : (found.error?.message ?? '')}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField control={control} name="peg" label="Pegged to" options={PEGS} />
        <TextField control={control} name="symbol" label="Symbol" hint="Only if the chain has no symbol." optional />
      </div>
    </FormDialog>
  )
}
