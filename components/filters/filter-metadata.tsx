import { FilterField } from './filter-field'
import { FilterSearch } from './filter-search'

type FilterMetadataProps = {
  /** As `customer=c-77`; empty for no filter. */
  value: string
  onChange: (pair: string | null) => void
}

/** Only rows whose metadata has a key with exactly this value. */
export function FilterMetadata({ value, onChange }: FilterMetadataProps) {
  return (
    <FilterField label="Metadata">
      <FilterSearch
        label="Filter by metadata"
        placeholder="Metadata: customer=c-77"
        pattern="[^=\[\]]{1,40}=.+"
        maxLength={541}
        value={value}
        onSearch={(pair) => onChange(pair || null)}
      />
    </FilterField>
  )
}
