'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { EndpointView } from '@/schemas/chains/contract'

const PROPOSED = 'Proposed: a second operator has to approve it on the Proposals page'

type SwitchEndpointProps = { endpoint: EndpointView | null; onClose: () => void }

/** Asks before an endpoint is taken out of use or back in. */
export function SwitchEndpoint({ endpoint, onClose }: SwitchEndpointProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const setActive = useServerMutation(trpc.chains.setEndpointActive, {
    onSuccess: async ({ state }, { isActive }) => {
      await Promise.all([trpc.chains, trpc.proposals].map((of) => client.invalidateQueries(of.pathFilter())))
      onClose()
      toast.success(state === 'proposed' ? PROPOSED : isActive ? 'Endpoint enabled' : 'Endpoint disabled')
    },
  })
  const isActive = endpoint?.isActive ?? false
  return (
    <ConfirmDialog
      open={endpoint !== null}
      onOpenChange={(open) => !open && onClose()}
      danger={isActive}
      title={`${isActive ? 'Disable' : 'Enable'} ${endpoint?.label ?? 'this endpoint'}?`}
      description={
        isActive
          ? 'It receives no reads or transactions within seconds. Without another endpoint that serves reads, the chain accepts no transactions.'
          : 'It is used again within seconds, once we have verified its chain. On a mainnet a second operator has to approve it.'
      }
      confirmLabel={isActive ? 'Disable endpoint' : 'Enable endpoint'}
      mutation={setActive}
      onConfirm={() => endpoint && setActive.mutate({ endpointId: endpoint.id, isActive: !isActive })}
    />
  )
}
