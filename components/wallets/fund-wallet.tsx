'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { useAct } from '@/components/form/use-act'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { fundForm } from '@/server/faucet/contract'
import type { ChainView, WalletView } from '@/server/wallets/contract'

type FundWalletProps = { projectId: string; wallet: WalletView }

/** Play money from the faucet of a local stack; where there is none, nothing is shown. */
export function FundWallet({ projectId, wallet }: FundWalletProps) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const shortfall = useRoleShortfall(projectId, 'developer')
  const faucet = useQuery(trpc.wallets.faucet.queryOptions({ projectId }))
  const chains = useQuery(trpc.wallets.chains.queryOptions({ projectId }))
  const options = optionsOf(wallet, chains.data ?? [], faucet.data ?? [])
  if (options.length === 0) return null
  return (
    <>
      <Button disabledReason={wallet.isActive ? shortfall : 'This wallet is deactivated'} onClick={() => setOpen(true)}>
        Fund
      </Button>
      {open ? (
        <FundForm projectId={projectId} wallet={wallet} options={options} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

type Option = { value: string; label: string }

function FundForm({
  projectId,
  wallet,
  options,
  onClose,
}: FundWalletProps & { options: Option[]; onClose: () => void }) {
  const trpc = useTRPC()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(fundForm),
    defaultValues: { asset: options.find(({ value }) => value.endsWith(' cNGN'))?.value ?? '', amount: '100' },
  })
  const fund = useAct(trpc.wallets.fund, {
    onSuccess: (_sent, { amount, symbol }) => {
      onClose()
      toast.success(`${amount} ${symbol} is in the wallet`)
    },
  })
  return (
    <FormDialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="Fund this wallet"
      description="Play money of this local stack's own chains, worth nothing anywhere."
      submitLabel="Fund wallet"
      onSubmit={handleSubmit(({ asset, amount }) => {
        const [chainId = '', symbol = ''] = asset.split(' ')
        fund.mutate({ projectId, walletId: wallet.id, chainId: Number(chainId), symbol, amount })
      })}
      act={fund}
    >
      <SelectField control={control} name="asset" label="What" options={options} />
      <TextField control={control} name="amount" label="Amount" inputMode="decimal" autoComplete="off" />
    </FormDialog>
  )
}

function optionsOf(
  wallet: WalletView,
  chains: readonly ChainView[],
  faucet: readonly { chainId: number; symbols: string[] }[],
): Option[] {
  return faucet.flatMap(({ chainId, symbols }) => {
    const chain = chains.find((each) => each.chainId === chainId)
    if (chain?.chainType !== wallet.chainType) return []
    return symbols.map((symbol) => ({ value: `${chainId} ${symbol}`, label: `${symbol} on ${chain.name}` }))
  })
}
