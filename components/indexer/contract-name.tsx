'use client'

import { useTokenSymbol } from '@/components/chains/use-token-symbol'
import { shortenMiddle } from '@/components/ui/shorten-middle'

type ContractNameProps = { projectId: string; chainId: number; address: string }

/** The symbol of a token that the platform knows, before its short address; else the address alone. */
export function ContractName({ projectId, chainId, address }: ContractNameProps) {
  const symbol = useTokenSymbol(projectId, chainId, address)
  return (
    <span className="whitespace-nowrap">
      {symbol ? `${symbol} ` : null}
      <span className="font-mono text-[0.8125rem]">{shortenMiddle(address)}</span>
    </span>
  )
}
