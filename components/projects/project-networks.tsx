'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import { ChooseNetworks } from './choose-networks'
import { useRoleShortfall } from './use-role-shortfall'

/** The owner's choice of networks. */
export function ProjectNetworks({ projectId, testnetsOnly }: { projectId: string; testnetsOnly: boolean }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = useRoleShortfall(projectId, 'owner')
  const overview = useQuery(trpc.projects.getOverview.queryOptions({ projectId }))
  const choose = useServerMutation(trpc.projects.setTestnetsOnly, {
    onSuccess: async (_none, chosen) => {
      await client.invalidateQueries(trpc.projects.pathFilter())
      toast.success(chosen.testnetsOnly ? 'Limited to testnets' : 'Mainnets are allowed')
    },
  })
  return (
    <ChooseNetworks
      testnetsOnly={testnetsOnly}
      isChosen={overview.data?.done.networksChosen ?? true}
      shortfall={shortfall}
      mutation={choose}
      onChoose={(wanted, onDone) => choose.mutate({ projectId, testnetsOnly: wanted }, { onSuccess: onDone })}
    />
  )
}
