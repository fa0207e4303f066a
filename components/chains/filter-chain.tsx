'use client'

import { FilterSelect } from '@/components/filters/filter-select'
import { chainLabel } from './chain-label'
import { useChains } from './use-chains'

type FilterChainProps = { projectId: string; value: number | null; onChange: (chainId: number | null) => void }

/** Narrows a list to one chain of the project. */
export function FilterChain({ projectId, value, onChange }: FilterChainProps) {
  const chains = useChains(projectId) ?? []
  return (
    <FilterSelect
      label="Chain"
      all="All chains"
      options={chains.map((chain) => ({ value: String(chain.chainId), label: chainLabel(chain) }))}
      value={value === null ? null : String(value)}
      onChange={(chainId) => onChange(chainId === null ? null : Number(chainId))}
    />
  )
}
