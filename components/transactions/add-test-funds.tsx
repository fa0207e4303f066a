'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'

const AMOUNT = '100'

type AddTestFundsProps = { projectId: string; walletId: string; chainId: number; symbol: string }

/** A button that adds test funds if the chain has a faucet; otherwise a link to the wallet's page. */
export function AddTestFunds({ projectId, walletId, chainId, symbol }: AddTestFundsProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const faucet = useQuery(trpc.wallets.listFaucetChains.queryOptions({ projectId })).data
  const fund = useServerMutation(trpc.wallets.fund, {
    again: true,
    onSuccess: () => client.invalidateQueries(trpc.wallets.getBalances.pathFilter()),
    onError: (error) => toast.error(refusalText(error)),
  })
  const isGiven = faucet?.some((chain) => chain.chainId === chainId && chain.symbols.includes(symbol)) ?? false
  if (!isGiven) return <TextLink href={paths.wallet(projectId, walletId)}>Fund the wallet</TextLink>
  return (
    <Button
      variant="link"
      className="whitespace-normal text-left"
      pending={fund.isPending}
      onClick={() => fund.mutate({ projectId, walletId, chainId, symbol, amount: AMOUNT })}
    >
      Add {AMOUNT} {symbol} of test funds
    </Button>
  )
}
