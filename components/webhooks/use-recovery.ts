import { useState } from 'react'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { type Period, periodStart } from './recovery'

/** The time since which failed deliveries are sent again, as the dialog sets it. */
export function useRecovery(dialog: DialogState) {
  const [period, setPeriod] = useState<Period>('day')
  const [moment, setMoment] = useState('')
  // The time of the opening: an unchanged retry must send the same.
  const [now] = useState(() => new Date())
  return { ...dialog, period, setPeriod, moment, setMoment, since: periodStart(period, { now, moment }) }
}
export type Recovery = ReturnType<typeof useRecovery>
