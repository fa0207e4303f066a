'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { useTRPC } from '@/components/trpc'
import { ChooseNetworks } from './choose-networks'
import { useRoleShortfall } from './use-role-shortfall'

/** The owner's choice of networks. */
export function ProjectNetworks({ projectId, testnetsOnly }: { projectId: string; testnetsOnly: boolean }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = useRoleShortfall(projectId, 'owner')
  const overview = useQuery(trpc.projects.overview.queryOptions({ projectId }))
  const choose = useMutation(
    trpc.projects.setTestnetsOnly.mutationOptions({
      onSuccess: async (_none, chosen) => {
        await client.invalidateQueries(trpc.projects.pathFilter())
        toast.success(chosen.testnetsOnly ? 'Limited to testnets' : 'Mainnets are allowed')
      },
    }),
  )
  return (
    <ChooseNetworks
      testnetsOnly={testnetsOnly}
      isChosen={overview.data?.done.networksChosen ?? true}
      shortfall={shortfall}
      pending={choose.isPending}
      error={choose.error?.message}
      onChoose={(wanted) => choose.mutateAsync({ projectId, testnetsOnly: wanted })}
    />
  )
}
