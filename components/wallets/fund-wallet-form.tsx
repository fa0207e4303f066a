'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { AmountField } from '@/components/form/amount-field'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { fundForm } from '@/schemas/faucet/contract'
import type { WalletView } from '@/schemas/wallets/contract'
import { exactAmount } from '@/server/money/display-amount'

type FundWalletFormProps = DialogState & {
  projectId: string
  wallet: WalletView
  options: readonly { value: string; label: string }[]
}

/** Chooses an asset of the test faucet, and the amount to receive. */
export function FundWalletForm({ projectId, wallet, options, open, onOpenChange }: FundWalletFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(fundForm),
    defaultValues: { asset: options.find(({ value }) => value.endsWith(' cNGN'))?.value ?? '', amount: '100' },
  })
  const [, unit = ''] = useWatch({ control, name: 'asset' }).split(' ')
  const fund = useServerMutation(trpc.wallets.fund, {
    onSuccess: async (_sent, { amount, symbol }) => {
      await client.invalidateQueries(trpc.wallets.getBalances.pathFilter())
      onOpenChange(false)
      toast.success(`${exactAmount(amount)} ${symbol} is in the wallet`)
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Fund this wallet"
      description="Test funds of the local chains, without any value."
      submitLabel="Fund wallet"
      onSubmit={handleSubmit(({ asset, amount }) => {
        const [chainId = '', symbol = ''] = asset.split(' ')
        fund.mutate({ projectId, walletId: wallet.id, chainId: Number(chainId), symbol, amount })
      })}
      mutation={fund}
    >
      <SelectField control={control} name="asset" label="Asset" options={options} />
      <AmountField control={control} name="amount" label="Amount" unit={unit} />
    </FormDialog>
  )
}
