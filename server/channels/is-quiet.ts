import type { QuietHours } from '@/schemas/channels/contract'

/** Whether a moment is within quiet hours, which may span midnight. */
export function isQuiet({ from, until, timeZone }: QuietHours, at: Date): boolean {
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const time = new Intl.DateTimeFormat('en-GB', options).format(at)
  return from < until ? from <= time && time < until : time >= from || time < until
}
