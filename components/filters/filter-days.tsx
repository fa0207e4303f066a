'use client'

import type { ReactNode } from 'react'
import { cn } from '@/components/ui/cn'
import { PlainInput } from '@/components/ui/plain-input'
import type { Period } from './period'

type FilterDaysProps = Period & {
  /** Takes minutes in place of days; both ends are then minutes. */
  hasTimes?: boolean
  onChange: (period: Period) => void
  /** Below both ends. */
  children?: ReactNode
}

const INPUT = 'w-auto in-data-filters:w-full'
/** The last day is included, the last minute is not. */
const ENDS = {
  date: { unit: 'day', last: 'To', width: 'in-data-filters:min-w-32' },
  // Minutes need a row each in the dialog.
  'datetime-local': { unit: 'time', last: 'Until', width: 'in-data-filters:min-w-56' },
} as const

/** The first and last day of a list, or the first and last minute. */
export function FilterDays({ from, to, hasTimes, onChange, children }: FilterDaysProps) {
  const type = hasTimes ? 'datetime-local' : 'date'
  const { unit, last, width } = ENDS[type]
  // The input of a minute knows no zone.
  const shown = (end: string) => end.replace('Z', '')
  const read = (text: string) => (hasTimes && text !== '' ? `${text}Z` : text)
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only in-data-filters:not-sr-only in-data-filters:pb-1.5 in-data-filters:font-medium in-data-filters:text-[0.8125rem]">
        {hasTimes ? 'Times' : 'Days'} (UTC)
      </legend>
      <End label="From" className={width}>
        <PlainInput
          type={type}
          aria-label={`From ${unit} (UTC)`}
          value={shown(from)}
          max={shown(to) || undefined}
          onChange={(event) => onChange({ from: read(event.target.value), to })}
          className={INPUT}
        />
      </End>
      <span aria-hidden className="text-muted-foreground in-data-filters:hidden">
        –
      </span>
      <End label={last} className={width}>
        <PlainInput
          type={type}
          aria-label={`${last} ${unit} (UTC)`}
          value={shown(to)}
          min={shown(from) || undefined}
          onChange={(event) => onChange({ from, to: read(event.target.value) })}
          className={INPUT}
        />
      </End>
      {children}
    </fieldset>
  )
}

/** As wide as it needs; in the dialog both ends share the width, and each has its label above it. */
function End({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    <div className={cn('contents in-data-filters:grid in-data-filters:flex-1 in-data-filters:gap-1', className)}>
      <span aria-hidden className="hidden text-[0.8125rem] text-muted-foreground in-data-filters:block">
        {label}
      </span>
      {children}
    </div>
  )
}
