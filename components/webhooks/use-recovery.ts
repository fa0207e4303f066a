import { useState } from 'react'
import { useDialog } from '@/components/form/use-dialog'
import { beginOf, type Period } from './recovery'

/** Since when failed deliveries are to be sent again, as a dialog asks for it. */
export function useRecovery() {
  const [period, setPeriod] = useState<Period>('day')
  const [moment, setMoment] = useState('')
  // Of the opening: what is sent again unchanged must be the same.
  const [now, setNow] = useState(() => new Date())
  const dialog = useDialog(() => setNow(new Date()))
  return { ...dialog, period, setPeriod, moment, setMoment, since: beginOf(period, { now, moment }) }
}
export type Recovery = ReturnType<typeof useRecovery>
