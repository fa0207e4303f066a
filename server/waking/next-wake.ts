import type { WakeOptions } from './wake'

/**
 * The wake-up event of a worker whose work is due at `dueAt`. Its id consists of the worker and the second, so that all
 * callers together send one per second. It is scheduled for the end of that second, because work due later within it
 * would find the id used. Work that is due already gets no id and no delay.
 */
export function nextWake(runEngine: string, dueAt: Date, now: Date): WakeOptions {
  if (dueAt.getTime() <= now.getTime()) return {}
  const second = Math.floor(dueAt.getTime() / 1_000) + 1
  return { id: `${runEngine}-due-${second}`, ts: second * 1_000 }
}
