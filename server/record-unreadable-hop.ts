import { oncePerProcess } from '@/db/once-per-process'

type UnreadableHop = { header: string; text: string }

const noted = () => oncePerProcess('unreadable-hop', () => ({ last: null as UnreadableHop | null }))
const MAX_LENGTH = 100

/** Records that a trusted proxy named a hop that is not an address; only the last one is kept. */
export function recordUnreadableHop({ header, text }: UnreadableHop): void {
  noted().last = { header, text: text.replace(/[^\x20-\x7e]/g, '?').slice(-MAX_LENGTH) }
}

/** The one noted since the last call. */
export function drainUnreadableHop(): UnreadableHop | null {
  const { last } = noted()
  noted().last = null
  return last
}
