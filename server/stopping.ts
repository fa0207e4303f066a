import { shared } from './shared'

const ending = shared('stopping', () => new AbortController())

/** The process was asked to end: it takes no new work and brings what it has to a safe edge. */
export function beginStopping(): void {
  ending.abort()
}

export function isStopping(): boolean {
  return ending.signal.aborted
}

export function stopSignal(): AbortSignal {
  return ending.signal
}
