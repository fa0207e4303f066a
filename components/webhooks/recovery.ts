import { sub } from 'date-fns'
import { MAX_RECOVERED } from '@/schemas/webhooks/words'

const SPANS = { hour: { hours: 1 }, day: { days: 1 }, week: { days: 7 }, month: { days: 30 } } as const
export type Period = keyof typeof SPANS | 'moment'

export const PERIODS = [
  { value: 'hour', label: 'The last hour' },
  { value: 'day', label: 'The last 24 hours' },
  { value: 'week', label: 'The last 7 days' },
  { value: 'month', label: 'The last 30 days' },
  { value: 'moment', label: 'Since a specific time' },
] as const satisfies readonly { value: Period; label: string }[]

/** The start of a period; null for an empty input. Inputs use the reader's time zone. */
export function periodStart(period: Period, { now, moment }: { now: Date; moment: string }): Date | null {
  if (period !== 'moment') return sub(now, SPANS[period])
  const since = new Date(moment)
  return Number.isNaN(since.getTime()) ? null : since
}

const MAX = MAX_RECOVERED.toLocaleString('en')

/** The number of messages to resend among those that failed. */
export function failedCountText(failed: number): string {
  if (failed === 0) return 'No failed deliveries in this period.'
  if (failed > MAX_RECOVERED) return `More than ${MAX} deliveries failed. The oldest ${MAX} are sent first.`
  return failed === 1 ? '1 delivery failed and will be resent.' : `${failed} deliveries failed and will be resent.`
}

export function recoveredText(count: number): string {
  if (count === 0) return 'No failed deliveries in this period'
  const left = count === MAX_RECOVERED ? '; recover again for more' : ''
  return `${count} ${count === 1 ? 'delivery' : 'deliveries'} queued again${left}`
}
