'use client'

import { useChain } from '@/components/chains/use-chains'
import { shortenMiddle } from '@/components/ui/shorten-middle'

type ContractNameProps = { projectId: string; chainId: number; address: string }

/** The symbol of a token that the platform knows, before its short address; else the address alone. */
export function ContractName({ projectId, chainId, address }: ContractNameProps) {
  const known = useChain(projectId, chainId)?.tokens.find((token) => token.address === address)
  return (
    <span className="whitespace-nowrap">
      {known ? `${known.symbol} ` : null}
      <span className="font-mono text-[0.8125rem]">{shortenMiddle(address)}</span>
    </span>
  )
}
