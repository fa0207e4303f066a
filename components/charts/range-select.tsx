'use client'

import { useQueryStates } from 'nuqs'
import { LazySelect } from '@/components/ui/lazy-select'
import { chartRange } from './range'

const OPTIONS = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const

/** Selects the period of all charts on the page. */
export function RangeSelect() {
  const [{ days }, setRange] = useQueryStates(chartRange)
  return (
    <LazySelect
      aria-label="Time range of the charts"
      className="w-auto min-w-36"
      options={OPTIONS}
      value={days}
      onValueChange={(next) => setRange({ days: next })}
    />
  )
}
