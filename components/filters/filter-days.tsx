'use client'

import { PlainInput } from '@/components/ui/plain-input'

type FilterDaysProps = {
  /** `YYYY-MM-DD` in UTC, both included; empty for no limit. */
  from: string
  to: string
  onChange: (days: { from: string; to: string }) => void
}

/** As wide as a day needs; in the dialog both share the width. */
const DAY = 'w-auto in-data-filters:min-w-32 in-data-filters:flex-1'

/** The first and last day of a list. */
export function FilterDays({ from, to, onChange }: FilterDaysProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only in-data-filters:not-sr-only in-data-filters:pb-1.5 in-data-filters:font-medium in-data-filters:text-[0.8125rem]">
        Days (UTC)
      </legend>
      <PlainInput
        type="date"
        aria-label="From day (UTC)"
        value={from}
        max={to || undefined}
        onChange={(event) => onChange({ from: event.target.value, to })}
        className={DAY}
      />
      <span aria-hidden className="text-muted-foreground">
        –
      </span>
      <PlainInput
        type="date"
        aria-label="To day (UTC)"
        value={to}
        min={from || undefined}
        onChange={(event) => onChange({ from, to: event.target.value })}
        className={DAY}
      />
    </fieldset>
  )
}
