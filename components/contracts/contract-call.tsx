'use client'

import { useQuery } from '@tanstack/react-query'
import { useChainOffer } from '@/components/chains/use-chain-offer'
import { liveKeyHint } from '@/components/keys/live-key-hint'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { QueryContent } from '@/components/query-content'
import { usableWallets } from '@/components/transactions/usable-wallets'
import { useTRPC } from '@/components/trpc'
import { Skeleton } from '@/components/ui/skeleton'
import { contractChains } from './contract-body'
import { ContractForm } from './contract-form'
import type { ContractAbi } from './read-abi'

const LOADING = <Skeleton className="h-40 w-full" />

/** The form of an ABI's functions, with the chains and wallets of the project. */
export function ContractCall({ projectId, abi }: { projectId: string; abi: ContractAbi }) {
  const trpc = useTRPC()
  const offer = useChainOffer(projectId)
  const shortfall = useRoleShortfall(projectId, 'viewer', { includes: 'wallet.hd.sign' })
  const chains = useQuery(trpc.wallets.listChains.queryOptions({ projectId }))
  const wallets = useQuery(trpc.wallets.list.queryOptions(usableWallets(projectId, { chainType: 'EVM' })))
  const overview = useQuery(trpc.projects.getOverview.queryOptions({ projectId }))
  return (
    <QueryContent query={chains} loading={LOADING}>
      {(known) => (
        <QueryContent query={wallets} loading={LOADING}>
          {({ items }) => (
            <QueryContent query={overview} loading={LOADING}>
              {({ baseUrl, liveKey }) => (
                <ContractForm
                  projectId={projectId}
                  abi={abi}
                  chains={offer(contractChains(known))}
                  first={items[0] ?? null}
                  shortfall={shortfall}
                  baseUrl={baseUrl}
                  keyHint={liveKeyHint(liveKey)}
                />
              )}
            </QueryContent>
          )}
        </QueryContent>
      )}
    </QueryContent>
  )
}
