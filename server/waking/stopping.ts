import { oncePerProcess } from '@/db/once-per-process'
import type { ReadinessCheck } from '@/server/readiness-check'

const state = () => oncePerProcess('stopping', () => ({ isStopping: false, effects: new Set<() => void>() }))

/** The process is shutting down: it takes no new work and brings current work to a safe state. */
export function beginStopping(): void {
  if (state().isStopping) return
  state().isStopping = true
  for (const effect of state().effects) effect()
}

/** Whether the process is shutting down. */
export function isStopping(): boolean {
  return state().isStopping
}

/**
 * Calls the function when the shutdown begins, for code that waits for something else. The returned function
 * unregisters it.
 */
export function onStopping(effect: () => void): () => void {
  state().effects.add(effect)
  return () => void state().effects.delete(effect)
}

/** Whether the process is shutting down. */
export const processCheck: ReadinessCheck = {
  name: 'process',
  isRequired: true,
  ask: () => (isStopping() ? 'stopping' : 'ok'),
  otherwise: 'stopping',
}
