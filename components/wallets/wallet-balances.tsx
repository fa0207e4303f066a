'use client'

import { useQuery } from '@tanstack/react-query'
import { chainLabel } from '@/components/chains/chain-label'
import { useChains } from '@/components/chains/use-chains'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { ExplorerLink } from '@/components/ui/explorer-link'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Skeleton } from '@/components/ui/skeleton'
import type { AssetBalance, WalletBalances as Balances } from '@/schemas/wallets/balances/contract'
import type { ChainView } from '@/schemas/wallets/contract'
import { formatAmount } from '@/server/money/amount'
import { explorerUrl } from './explorer-url'

const REFRESH_MS = 10_000

/** The current balances of a wallet, by chain. */
export function WalletBalances({ projectId, walletId }: { projectId: string; walletId: string }) {
  const trpc = useTRPC()
  const chains = useChains(projectId) ?? []
  const query = useQuery(
    trpc.wallets.getBalances.queryOptions({ projectId, walletId }, { refetchInterval: REFRESH_MS }),
  )
  return (
    <Card title="Balances" description="Coins, supported tokens and tokens that your business issued.">
      <QueryContent query={query} loading={<Skeleton className="h-24" />}>
        {(balances) => <PerChain balances={balances} chains={chains} />}
      </QueryContent>
    </Card>
  )
}

function PerChain({ balances, chains }: { balances: Balances; chains: readonly ChainView[] }) {
  const chainOf = (chainId: number) => chains.find((chain) => chain.chainId === chainId)
  const nameOf = (chainId: number) => {
    const chain = chainOf(chainId)
    return chain ? chainLabel(chain) : String(chainId)
  }
  const missing = [...new Set(balances.unavailable.map(({ chainId }) => nameOf(chainId)))]
  return (
    <>
      {missing.length > 0 ? (
        <Alert tone="warning" title="Some balances could not be read" className="mb-3">
          {missing.join(', ')} did not respond. Missing balances may still exist.
        </Alert>
      ) : null}
      {balances.chains.length === 0 && missing.length === 0 ? (
        <p className="text-muted-foreground">No chain of this type is available.</p>
      ) : null}
      <KeyValueList
        items={balances.chains.map(({ chainId, assets, blockNumber }) => {
          const href = explorerUrl(chainOf(chainId), `address/${balances.address}`)
          return {
            label: nameOf(chainId),
            value: (
              <span className="flex w-full items-start justify-between gap-2">
                <span className="grid gap-1">
                  {assets.filter(isWorthAWord).map((asset) => (
                    <Asset key={asset.tokenAddress ?? 'coin'} asset={asset} />
                  ))}
                  <span className="tabular text-[0.8125rem] text-muted-foreground">at block {blockNumber}</span>
                </span>
                {href ? <ExplorerLink href={href} kind="address" /> : null}
              </span>
            ),
          }
        })}
      />
    </>
  )
}

/** Tokens that the wallet has none of would make the list long. */
function isWorthAWord({ tokenAddress, units }: AssetBalance): boolean {
  return tokenAddress === null || units !== '0'
}

function Asset({ asset }: { asset: AssetBalance }) {
  const { amount, symbol, decimals, valueUsd, platformUnits } = asset
  return (
    <span>
      <Amount value={amount} unit={symbol} exact className="font-medium" />
      {valueUsd ? (
        <span className="text-muted-foreground">
          {' · '}
          <Amount value={valueUsd} unit="USD" />
        </span>
      ) : null}
      {platformUnits !== '0' ? (
        <span className="block text-[0.8125rem] text-muted-foreground">
          and <Amount value={formatAmount(BigInt(platformUnits), decimals)} unit={symbol} exact /> of the platform, for
          gas
        </span>
      ) : null}
    </span>
  )
}
