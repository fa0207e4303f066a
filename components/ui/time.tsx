'use client'

import { formatDay } from '@/server/text/format-day'
import { formatUtc } from '@/server/text/format-utc'
import { Hint } from './hint'
import { timeDistance } from './time-distance'
import { useCurrentMinute } from './use-current-minute'

type TimeProps = {
  value: Date | string | null | undefined
  /**
   * `relative`: "3 minutes ago". `utc`: a time that people copy. `day`: the end of a period, "Dec 28, 2026". The exact
   * time is on hover.
   */
  format?: keyof typeof TEXTS
  /** Shown when there is no time yet. */
  fallback?: string
  className?: string
}

/** A moment. The server renders it with its own clock; the browser corrects a difference of seconds on load. */
export function Time({ value, format = 'relative', fallback = 'Never', className }: TimeProps) {
  const minute = useCurrentMinute()
  if (!value) return <span className="text-muted-foreground">{fallback}</span>
  const date = new Date(value)
  const shown = TEXTS[format](date)
  const local = minute === null ? '' : `\n${LOCAL.format(date)} local`
  return (
    <Hint content={`${formatUtc(date)}${local}`}>
      <time
        // The server's text stays until React writes the element again.
        key={minute === null ? 'server' : 'browser'}
        suppressHydrationWarning
        dateTime={date.toISOString()}
        className={className ?? 'whitespace-nowrap'}
      >
        {shown}
      </time>
    </Hint>
  )
}

/** Formatted like `formatUtc`, in the reader's time zone. */
const LOCAL = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })

const TEXTS = {
  relative: relativeTime,
  utc: (date: Date) => formatUtc(date),
  day: (date: Date) => formatDay(date),
}

function relativeTime(date: Date): string {
  const now = new Date()
  return date > now ? `in ${timeDistance(now, date)}` : `${timeDistance(date, now)} ago`
}
