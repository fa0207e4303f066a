'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { ProbedChain } from '@/schemas/chains/settings/contract'
import { ChainFactList } from './chain-fact-list'
import { SettingFields } from './setting-fields'
import { newForm, settingValuesOfNewChain } from './setting-values'
import { toAddressProblem } from './to-address-problem'

const NETWORKS = [
  { value: 'TESTNET', label: 'Testnet' },
  { value: 'MAINNET', label: 'Mainnet' },
]

type NewChainFormProps = DialogState & { found: ProbedChain & { url: string }; onBack: () => void }

/** The form for a new chain: the facts that the chain reported, and fields for the settings that it does not report. */
export function NewChainForm({ found, onBack, open, onOpenChange }: NewChainFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { facts, known, url } = found
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(newForm, undefined, { raw: true }),
    defaultValues: settingValuesOfNewChain(found, url),
  })
  const [network, finality] = useWatch({ control, name: ['network', 'finality'] })
  const add = useServerMutation(trpc.chains.add, {
    onSuccess: async ({ state }, { name }) => {
      await Promise.all([
        client.invalidateQueries(trpc.chains.pathFilter()),
        client.invalidateQueries(trpc.proposals.pathFilter()),
      ])
      onOpenChange(false)
      toast.success(
        state === 'done'
          ? `${name} serves requests within seconds`
          : `${name} added. It serves requests once a second operator approves it on the Proposals page`,
      )
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={`Add ${known?.name ?? `chain ${facts.chainId}`}`}
      description={
        network === 'MAINNET'
          ? 'A mainnet serves requests once a second operator approves it.'
          : 'It serves requests within seconds, without a restart. Fund its wallets on the Treasury page.'
      }
      submitLabel="Add chain"
      onSubmit={handleSubmit(({ isActive: _isActive, ...values }) => add.mutate(values))}
      mutation={{ ...add, problem: add.problem && toAddressProblem(add.problem) }}
    >
      <ChainFactList facts={facts} />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          control={control}
          name="code"
          label="Family"
          maxLength={8}
          autoComplete="off"
          hint="Shared by a mainnet and its testnets, such as ETH or ARB."
        />
        <SelectField control={control} name="network" label="Network" options={NETWORKS} />
        <TextField
          control={control}
          name="nativeSymbol"
          label="Coin"
          maxLength={12}
          autoComplete="off"
          hint="Symbol of the native coin. Prices use this symbol."
        />
      </div>
      <SettingFields control={control} chainType="EVM" facts={facts} finality={finality} />
      <Button variant="ghost" size="sm" onClick={onBack}>
        Ask another endpoint
      </Button>
    </FormDialog>
  )
}
