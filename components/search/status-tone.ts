import type { Tone } from '@/components/ui/tone'

/** The states of all kinds of records, in lowercase, as far as they are good, bad or need attention. */
const TONES: Readonly<Record<string, Tone | undefined>> = {
  active: 'success',
  completed: 'success',
  confirmed: 'success',
  delivered: 'success',
  success: 'success',
  failed: 'danger',
  reverted: 'danger',
  suspended: 'danger',
  paused: 'warning',
  past_due: 'warning',
  pending: 'accent',
  seen: 'accent',
}

/** The tone of a record's state; an API request has its HTTP status. Ended states, and unknown ones, are neutral. */
export function statusTone(status: string): Tone {
  if (/^[1-3]\d\d$/.test(status)) return 'success'
  if (/^[45]\d\d$/.test(status)) return 'danger'
  return TONES[status.toLowerCase()] ?? 'neutral'
}
