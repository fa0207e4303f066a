'use client'

import { formatUtc } from '@/server/text/format-utc'
import { Hint } from './hint'
import { timeDistance } from './time-distance'
import { useMinute } from './use-minute'

type TimeProps = {
  value: Date | string | null | undefined
  /** `relative`: "3 minutes ago". `utc`: the absolute time. The other one is on hover. */
  format?: 'relative' | 'utc'
  /** Shown when there is no time yet. */
  fallback?: string
  className?: string
}

/** A moment. Server and first client render show UTC; relative time follows after hydration. */
export function Time({ value, format = 'relative', fallback = 'Never', className }: TimeProps) {
  const minute = useMinute()
  if (!value) return <span className="text-muted-foreground">{fallback}</span>
  const date = new Date(value)
  const relative = minute === null ? null : relativeTime(date, new Date())
  const shown = format === 'relative' && relative ? relative : formatUtc(date, { seconds: format === 'utc' })
  const local = minute === null ? '' : `\n${date.toLocaleString()} local`
  return (
    <Hint content={`${formatUtc(date)}${local}`}>
      <time dateTime={date.toISOString()} className={className ?? 'whitespace-nowrap'}>
        {shown}
      </time>
    </Hint>
  )
}

function relativeTime(date: Date, now: Date): string {
  return date > now ? `in ${timeDistance(now, date)}` : `${timeDistance(date, now)} ago`
}
