'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { chainOptions } from '@/components/chains/chain-options'
import { useChainOffer } from '@/components/chains/use-chain-offer'
import { useChains } from '@/components/chains/use-chains'
import { AddressField } from '@/components/form/address-field'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { type RuleValues, ruleFormOf, scheduleOf, type TermValues } from './rule-form'
import { TermFields } from './term-fields'

/** The form of a new rule: wallets, asset, recipient and minimum. */
export function NewRuleForm({ projectId, open, onOpenChange }: DialogState & { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const chains = useChainOffer(projectId)(useChains(projectId) ?? [])
  const form = useForm<RuleValues>({
    resolver: zodResolver(ruleFormOf(chains)),
    defaultValues: {
      ...{ chainId: '', asset: '', purpose: '', toAddress: '', threshold: '', keep: '0', when: 'arrival', at: '22:00' },
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  })
  const { control, handleSubmit } = form
  const [chainId, asset] = useWatch({ control, name: ['chainId', 'asset'] })
  const chain = chains.find((each) => String(each.chainId) === chainId)
  const symbols = chain ? [chain.nativeSymbol, ...chain.tokens.map(({ symbol }) => symbol)] : []
  const create = useServerMutation(trpc.sweeps.create, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.sweeps.pathFilter())
      onOpenChange(false)
      toast.success('Sweep rule created')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="New sweep rule"
      description="Moves what arrives in your wallets to one of them. Funds already there are swept too."
      submitLabel="Create rule"
      size="lg"
      mutation={create}
      onSubmit={handleSubmit(({ purpose, toAddress, threshold, keep, ...values }) =>
        create.mutate({
          ...{ projectId, chainId: Number(values.chainId), purpose: purpose || undefined, toAddress, threshold, keep },
          tokenAddress: chain?.tokens.find(({ symbol }) => symbol === values.asset)?.address,
          schedule: scheduleOf({ ...values, threshold, keep }),
        }),
      )}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          control={control}
          name="chainId"
          label="Chain"
          placeholder="Choose a chain"
          options={chainOptions(chains)}
        />
        <SelectField
          control={control}
          name="asset"
          label="Asset"
          placeholder="Choose an asset"
          options={symbols.map((symbol) => ({ value: symbol, label: symbol }))}
        />
      </div>
      <TextField
        control={control}
        name="purpose"
        label="Purpose of the wallets"
        maxLength={64}
        placeholder="DEPOSITS"
        hint="Leave empty for all wallets of the project that no other rule names."
      />
      <AddressField
        control={control}
        name="toAddress"
        label="Sweep to"
        chainType={chain?.chainType ?? 'EVM'}
        hint="A wallet of your business."
      />
      {/* The terms are some of the form's fields. */}
      <TermFields control={control as unknown as Control<TermValues>} unit={asset} />
    </FormDialog>
  )
}
