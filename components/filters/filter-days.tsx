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

/** As wide as it needs; in the dialog both share the width. */
const END = 'w-auto in-data-filters:flex-1'
/** Minutes need a row each in the dialog. */
const WIDTHS = { date: 'in-data-filters:min-w-32', 'datetime-local': 'in-data-filters:min-w-56' } as const

/** The first and last day of a list, or the first and last minute. */
export function FilterDays({ from, to, hasTimes, onChange, children }: FilterDaysProps) {
  const [type, unit] = hasTimes ? (['datetime-local', 'time'] as const) : (['date', 'day'] as const)
  // The input of a minute knows no zone.
  const shown = (end: string) => end.replace('Z', '')
  const read = (text: string) => (hasTimes && text !== '' ? `${text}Z` : text)
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only in-data-filters:not-sr-only in-data-filters:pb-1.5 in-data-filters:font-medium in-data-filters:text-[0.8125rem]">
        {hasTimes ? 'Times' : 'Days'} (UTC)
      </legend>
      <PlainInput
        type={type}
        aria-label={`From ${unit} (UTC)`}
        value={shown(from)}
        max={shown(to) || undefined}
        onChange={(event) => onChange({ from: read(event.target.value), to })}
        className={cn(END, WIDTHS[type])}
      />
      <span aria-hidden className={cn('text-muted-foreground', hasTimes && 'in-data-filters:hidden')}>
        –
      </span>
      <PlainInput
        type={type}
        aria-label={`To ${unit} (UTC)`}
        value={shown(to)}
        min={shown(from) || undefined}
        onChange={(event) => onChange({ from, to: read(event.target.value) })}
        className={cn(END, WIDTHS[type])}
      />
      {children}
    </fieldset>
  )
}
