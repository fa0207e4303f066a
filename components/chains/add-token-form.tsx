'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { AddressField } from '@/components/form/address-field'
import { FormDialog } from '@/components/form/form-dialog'
import { refusalText } from '@/components/form/refusal-text'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { ChainDetail } from '@/schemas/chains/settings/contract'
import { addTokenInput, chainTokenRef, type FoundToken } from '@/schemas/chains/tokens/contract'

const form = addTokenInput.omit({ chainId: true })

/** Adds a token by its address. Shows what the chain reports about it first. */
export function AddTokenForm({ chain, open, onOpenChange }: DialogState & { chain: ChainDetail }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { chainId, network, chainType, settings } = chain
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(form),
    defaultValues: { tokenAddress: '', symbol: '' },
  })
  const address = useWatch({ control, name: 'tokenAddress' })
  const parsed = chainTokenRef.safeParse({ chainId, tokenAddress: address })
  const found = useQuery(
    trpc.chains.readToken.queryOptions(parsed.data ?? { chainId, tokenAddress: '' }, {
      enabled: parsed.success,
      retry: false,
    }),
  )
  const add = useServerMutation(trpc.chains.addToken, {
    onSuccess: async ({ state }, { symbol }) => {
      await Promise.all([
        client.invalidateQueries(trpc.chains.pathFilter()),
        client.invalidateQueries(trpc.proposals.pathFilter()),
      ])
      onOpenChange(false)
      toast.success(
        state === 'done'
          ? `${settings.name} supports ${symbol} within seconds`
          : 'Proposed: a second operator has to approve it on the Proposals page',
      )
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Add a token of ${settings.name}`}
      description={
        network === 'MAINNET'
          ? 'A second operator has to approve it, because transfers by symbol move this token.'
          : 'It takes effect within seconds.'
      }
      submitLabel={network === 'MAINNET' ? 'Propose token' : 'Add token'}
      onSubmit={handleSubmit((values) => add.mutate({ chainId, ...values }))}
      mutation={add}
    >
      <AddressField control={control} name="tokenAddress" label="Token" chainType={chainType} />
      <p role="status" className="text-[0.8125rem] text-muted-foreground">
        {parsed.success ? answerOf(found.data, refusalText(found.error)) : ''}
      </p>
      <TextField
        control={control}
        name="symbol"
        label="Symbol"
        maxLength={12}
        autoComplete="off"
        hint="The token is priced by this symbol. Transfers with cNGN set to true move the token with the symbol cNGN."
      />
    </FormDialog>
  )
}

function answerOf(found: FoundToken | undefined, problem: string | null): string {
  if (problem) return problem
  if (!found) return 'Reading the chain…'
  const fee = found.takesFee === null ? 'transfer fee unknown (no recent transfers)' : 'no transfer fee'
  return `On the chain: symbol ${found.symbol ?? 'none'}, ${found.decimals} decimals, ${fee}.`
}
