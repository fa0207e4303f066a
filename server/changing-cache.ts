import { lruPerProcess } from '@/db/lru-per-process'
import { oncePerProcess } from '@/db/once-per-process'

/** The maximum age of a value, even if the notice of a change was lost. */
const MAX_AGE_MS = 10_000
const MAX_ENTRIES = 5_000

const names = oncePerProcess('changing-caches', () => new Set<string>())

type Cached<T> = ((key: string) => Promise<T>) & { forget: () => void }

/**
 * Remembers what `load` answers for at most 10 s; `forgetCaches` empties it earlier when Postgres announces a change.
 * Callers that come at once share one load; a failed load is not remembered.
 */
export function cached<T>(name: string, load: (key: string) => Promise<T>): Cached<T> {
  const read = (key: string) => {
    const entries = entriesOf(name)
    const existing = entries.get(key)
    if (existing) return existing as Promise<T> // only `load` of the same name fills it
    const value = load(key)
    entries.set(key, value)
    value.catch(() => {
      if (entries.peek(key) === value) entries.delete(key)
    })
    return value
  }
  return Object.assign(read, { forget: () => entriesOf(name).clear() })
}

const othersToForget = () => oncePerProcess('changing-caches-of-others', () => new Map<string, () => void>())

/** Registers a cache of another kind under its name, so that it is emptied with the others. */
export function registerCache(name: string, forget: () => void): void {
  othersToForget().set(name, forget)
}

/** Empties every cache of this process. */
export function forgetCaches(): void {
  for (const name of names) entriesOf(name).clear()
  for (const forget of othersToForget().values()) forget()
}

function entriesOf(name: string) {
  names.add(name)
  return lruPerProcess<Promise<unknown>>(`changing-cache ${name}`, { max: MAX_ENTRIES, maxAgeMs: MAX_AGE_MS })
}
