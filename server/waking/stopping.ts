import { oncePerProcess } from '@/db/once-per-process'
import type { ReadinessCheck } from '@/server/readiness-check'

const state = () => oncePerProcess('stopping', () => ({ isStopping: false, effects: new Set<() => void>() }))

/** The process was asked to end: it takes no new work and brings what it has to a safe edge. */
export function beginStopping(): void {
  if (state().isStopping) return
  state().isStopping = true
  for (const effect of state().effects) effect()
}

/** Whether the process was asked to end. */
export function isStopping(): boolean {
  return state().isStopping
}

/**
 * Runs when the process is asked to end, for those that wait for something else meanwhile. The returned function takes
 * it back.
 */
export function onStopping(effect: () => void): () => void {
  state().effects.add(effect)
  return () => void state().effects.delete(effect)
}

/** Whether the process was asked to end. */
export const processCheck: ReadinessCheck = {
  name: 'process',
  isRequired: true,
  ask: () => (isStopping() ? 'stopping' : 'ok'),
  otherwise: 'stopping',
}
