'use client'

import { cn } from '@/components/ui/cn'
import { PlainInput } from '@/components/ui/plain-input'

type FilterDaysProps = {
  /**
   * `YYYY-MM-DD` in UTC, both included; empty for no limit. A link can give minutes, `YYYY-MM-DDTHH:MMZ`, in place of
   * days.
   */
  from: string
  to: string
  onChange: (days: { from: string; to: string }) => void
}

/** As wide as it needs; in the dialog both share the width. */
const END = 'w-auto in-data-filters:flex-1'
/** Minutes need a row each in the dialog. */
const WIDTHS = { date: 'in-data-filters:min-w-32', 'datetime-local': 'in-data-filters:min-w-56' } as const

/** The first and last day of a list, or the first and last minute. */
export function FilterDays({ from, to, onChange }: FilterDaysProps) {
  const [type, unit] = `${from}${to}`.includes('T') ? (['datetime-local', 'time'] as const) : (['date', 'day'] as const)
  const shown = (end: string) => toInput(type, end)
  const read = (text: string) => (type === 'date' || text === '' ? text : `${text}Z`)
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only in-data-filters:not-sr-only in-data-filters:pb-1.5 in-data-filters:font-medium in-data-filters:text-[0.8125rem]">
        {type === 'date' ? 'Days' : 'Times'} (UTC)
      </legend>
      <PlainInput
        type={type}
        aria-label={`From ${unit} (UTC)`}
        value={shown(from)}
        max={shown(to) || undefined}
        onChange={(event) => onChange({ from: read(event.target.value), to })}
        className={cn(END, WIDTHS[type])}
      />
      <span aria-hidden className={cn('text-muted-foreground', type !== 'date' && 'in-data-filters:hidden')}>
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
    </fieldset>
  )
}

/** As the input wants it: a day beside a minute begins at midnight. */
function toInput(type: 'date' | 'datetime-local', end: string): string {
  if (type === 'date' || end === '') return end
  return end.includes('T') ? end.slice(0, 16) : `${end}T00:00`
}
