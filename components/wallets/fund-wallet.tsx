'use client'

import { useQuery } from '@tanstack/react-query'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { ChainView, WalletView } from '@/schemas/wallets/contract'

const form = lazyPart(() => import('./fund-wallet-form'))

type FundWalletProps = { projectId: string; wallet: WalletView }

/** Requests test funds from the faucet of a local stack. Renders nothing without a faucet. */
export function FundWallet({ projectId, wallet }: FundWalletProps) {
  const trpc = useTRPC()
  const shortfall = useRoleShortfall(projectId, 'developer')
  const faucet = useQuery(trpc.wallets.listFaucetChains.queryOptions({ projectId }))
  const chains = useQuery(trpc.wallets.listChains.queryOptions({ projectId }))
  const options = optionsOf(wallet, chains.data ?? [], faucet.data ?? [])
  if (options.length === 0) return null
  return (
    <LazyDialog
      part={form}
      trigger={<Button disabledReason={wallet.isActive ? shortfall : 'This wallet is deactivated'}>Fund</Button>}
    >
      {({ FundWalletForm }, state) => (
        <FundWalletForm projectId={projectId} wallet={wallet} options={options} {...state} />
      )}
    </LazyDialog>
  )
}

type Option = { value: string; label: string }

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
