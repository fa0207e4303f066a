'use client'

import { PlainInput } from '@/components/ui/plain-input'

type FilterDaysProps = {
  /** `YYYY-MM-DD` in UTC, both included; empty for no limit. */
  from: string
  to: string
  onChange: (days: { from: string; to: string }) => void
}

/** The first and last day of a list. */
export function FilterDays({ from, to, onChange }: FilterDaysProps) {
  return (
    <fieldset className="flex items-center gap-2">
      <legend className="sr-only">Days (UTC)</legend>
      <PlainInput
        type="date"
        aria-label="From day (UTC)"
        value={from}
        max={to || undefined}
        onChange={(event) => onChange({ from: event.target.value, to })}
        className="w-auto"
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
        className="w-auto"
      />
    </fieldset>
  )
}
