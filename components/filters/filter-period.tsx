'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { countFilters } from './active-filters'
import { FilterDays } from './filter-days'
import type { FilterSheetProps } from './filter-sheet'
import { hasTime, type Period, toDays, toTimes } from './period'

type FilterPeriodProps = Period & {
  /** Changes the address of the list; null takes an end off. */
  setFilter: (change: { from: string | null; to: string | null; page: null }) => unknown
}

/** The period of a list, in days or, on request or by a link, in minutes. */
export function FilterPeriod({ from, to, setFilter }: FilterPeriodProps) {
  const period = { from, to }
  const [wantsTimes, setWantsTimes] = useState(false)
  const hasTimes = hasTime(period) || wantsTimes
  const change = (next: Period) => setFilter({ from: next.from || null, to: next.to || null, page: null })
  return (
    <FilterDays {...(hasTimes ? toTimes(period) : period)} hasTimes={hasTimes} onChange={change}>
      <Button
        size="sm"
        variant="link"
        className="in-data-filters:basis-full in-data-filters:justify-start"
        onClick={() => {
          setWantsTimes(!hasTimes)
          change(hasTimes ? toDays(period) : toTimes(period))
        }}
      >
        {hasTimes ? 'Use whole days' : 'Set times of day'}
      </Button>
    </FilterDays>
  )
}

/** The period as the only filter of a list under "More filters". */
export function morePeriod(filter: FilterPeriodProps): FilterSheetProps {
  const { from, to, setFilter } = filter
  return {
    count: countFilters({ from, to }),
    onClear: () => setFilter({ from: null, to: null, page: null }),
    children: <FilterPeriod from={from} to={to} setFilter={setFilter} />,
  }
}
