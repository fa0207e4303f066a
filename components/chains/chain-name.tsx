'use client'

import { Badge } from '@/components/ui/badge'
import { chainLabel } from './chain-label'
import { useChain } from './use-chains'

type ChainNameProps = { projectId: string; chainId: number; withId?: boolean }

/** The name of a chain, and whether it is a testnet: below the name in every row of a list. */
export function ChainName({ projectId, chainId, withId = false }: ChainNameProps) {
  const chain = useChain(projectId, chainId)
  return (
    <span className="inline-flex items-center gap-x-2 gap-y-1 whitespace-nowrap in-[td]:flex-col in-[td]:items-start">
      <span>
        {chain?.name ?? `Chain ${chainId}`}
        {withId && chain ? ` (${chainId})` : null}
      </span>
      {chain ? <NetworkBadge network={chain.network} /> : null}
    </span>
  )
}

/** The name of a chain as plain text, for a line that is short of room. */
export function ChainText({ projectId, chainId }: { projectId: string; chainId: number }) {
  const chain = useChain(projectId, chainId)
  return chain ? chainLabel(chain) : `Chain ${chainId}`
}

function NetworkBadge({ network }: { network: 'MAINNET' | 'TESTNET' }) {
  return network === 'TESTNET' ? <Badge tone="warning">Testnet</Badge> : <Badge>Mainnet</Badge>
}
