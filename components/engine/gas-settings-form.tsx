'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { AmountField } from '@/components/form/amount-field'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { gasSettings, type TreasuryChain } from '@/schemas/platform/contract'

const form = gasSettings.omit({ chainId: true })
const STRATEGIES = [
  { value: 'topup', label: 'Top up the sending wallet' },
  { value: 'delegation', label: 'Relayers submit the calls (EIP-7702)' },
]

type GasSettingsFormProps = DialogState & { chain: TreasuryChain }

/** The gas strategy and the minimum balances of a chain. */
export function GasSettingsForm({ chain, open, onOpenChange }: GasSettingsFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { chainId, gasStrategy, gasLow, gasTarget, treasuryLow } = chain
  const defaultValues = { gasStrategy, gasLow, gasTarget, treasuryLow }
  const { control, handleSubmit } = useForm({ resolver: zodResolver(form), defaultValues })
  const save = useServerMutation(trpc.platform.saveGasSettings, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.platform.pathFilter())
      onOpenChange(false)
      toast.success('Gas settings saved')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Gas on ${chain.name}`}
      description={`Amounts in ${chain.nativeSymbol}; 0 turns a threshold off.`}
      submitLabel="Save"
      onSubmit={handleSubmit((values) => save.mutate({ ...values, chainId }))}
      mutation={save}
    >
      {chain.chainType === 'EVM' ? (
        <SelectField
          control={control}
          name="gasStrategy"
          label="Strategy"
          options={chain.hasDelegate ? STRATEGIES : STRATEGIES.slice(0, 1)}
          hint={chain.hasDelegate ? undefined : 'Relayers need the delegate contract on this chain.'}
        />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          control={control}
          name="gasLow"
          label="Refill below"
          unit={chain.nativeSymbol}
          hint="Gas wallets and relayers."
        />
        <AmountField control={control} name="gasTarget" label="Refill to" unit={chain.nativeSymbol} />
      </div>
      <AmountField control={control} name="treasuryLow" label="Treasury alarm below" unit={chain.nativeSymbol} />
    </FormDialog>
  )
}
