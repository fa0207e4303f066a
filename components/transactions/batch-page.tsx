'use client'

import { useQuery } from '@tanstack/react-query'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { QueryContent } from '@/components/query-content'
import { TokenProvider } from '@/components/reference/token-context'
import { useTRPC } from '@/components/trpc'
import { Skeleton } from '@/components/ui/skeleton'
import { SendBatch } from './send-batch'

/** The chains and policies that a file of transfers is checked against, and its form. */
export function BatchPage({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const isOwner = useRoleShortfall(projectId, 'owner') === null
  const shortfall = useRoleShortfall(projectId, 'viewer', { includes: 'wallet.transfer.create' })
  const chains = useQuery(trpc.wallets.listChains.queryOptions({ projectId }))
  const own = useQuery(trpc.policies.get.queryOptions({ projectId, scope: 'project' }))
  const ofBusiness = useQuery(trpc.policies.get.queryOptions({ projectId, scope: 'business' }))
  const policies = [own.data, ofBusiness.data].filter((policy) => policy !== undefined)
  return (
    <TokenProvider projects={isOwner ? [{ id: projectId, name: 'This project' }] : []}>
      <QueryContent query={chains} loading={<Skeleton className="h-48 w-full" />}>
        {(known) => <SendBatch projectId={projectId} chains={known} policies={policies} shortfall={shortfall} />}
      </QueryContent>
    </TokenProvider>
  )
}
