'use client'

import { useQuery } from '@tanstack/react-query'
import { FilterSelect } from '@/components/filters/filter-select'
import { useTRPC } from '@/components/trpc'
import { keyName } from './key-displays'

type FilterKeyProps = { projectId: string; value: string | null; onChange: (keyId: string | null) => void }

/** Narrows a list to one API key of the project. Keys that ended are options too, because the log keeps their calls. */
export function FilterKey({ projectId, value, onChange }: FilterKeyProps) {
  const trpc = useTRPC()
  const keys = useQuery(trpc.keys.list.queryOptions({ projectId })).data?.items ?? []
  return (
    <FilterSelect
      label="API key"
      all="All keys"
      options={keys.map((key) => ({ value: key.id, label: keyName(key) }))}
      value={value}
      onChange={onChange}
    />
  )
}
