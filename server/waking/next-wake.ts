import type { WakeOptions } from './wake'

/**
 * The wake-up of a pump whose work is due at `dueAt`. One a second is enough for all callers: its id is the pump and
 * the second. It comes at that second's end, since work due later within it would else find the id used up. What is due
 * already needs no id and no wait.
 */
export function nextWake(pump: string, dueAt: Date, now: Date): WakeOptions {
  if (dueAt.getTime() <= now.getTime()) return {}
  const second = Math.floor(dueAt.getTime() / 1_000) + 1
  return { id: `${pump}-due-${second}`, ts: second * 1_000 }
}
