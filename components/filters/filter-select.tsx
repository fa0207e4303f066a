'use client'

import { LazySelect } from '@/components/ui/lazy-select'
import { FilterField } from './filter-field'

type FilterSelectProps<V extends string> = {
  label: string
  /** The choice that filters nothing: "All chains". */
  all: string
  options: readonly { value: V; label: string }[]
  value: V | null
  onChange: (value: V | null) => void
}

/** The value of the entry that removes the filter. It is not `all`, because lanes have an option with that value. */
const NONE = 'no filter'

/** One filter of a list; its value lives in the URL, where null is left out. */
export function FilterSelect<V extends string>({ label, all, options, value, onChange }: FilterSelectProps<V>) {
  return (
    <FilterField label={label}>
      <LazySelect
        aria-label={label}
        className="w-auto min-w-36 in-data-filters:w-full"
        options={[{ value: NONE, label: all }, ...options]}
        value={value ?? NONE}
        onValueChange={(next) => onChange(options.find((option) => option.value === next)?.value ?? null)}
      />
    </FilterField>
  )
}
