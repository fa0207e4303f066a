import { oncePerProcess } from '@/db/once-per-process'

/** Nothing stays cached for longer, even if the notice of a change was lost. */
const MAX_AGE_MS = 10_000
const MAX_ENTRIES = 5_000

type Entry = { value: Promise<unknown>; until: number }
const caches = () => oncePerProcess('changing-caches', () => new Map<string, Map<string, Entry>>())

type Cached<T> = ((key: string) => Promise<T>) & { forget: () => void }

/**
 * Remembers what `load` answers for at most 10 s; `forgetCaches` empties it earlier when Postgres announces a change.
 * Callers that come at once share one load; a failed load is not remembered.
 */
export function cached<T>(name: string, load: (key: string) => Promise<T>): Cached<T> {
  const read = (key: string) => {
    const entries = entriesOf(name)
    const known = entries.get(key)
    if (known && known.until > Date.now()) return known.value as Promise<T> // only `load` of the same name fills it
    if (entries.size >= MAX_ENTRIES) entries.clear()
    const value = load(key)
    entries.set(key, { value, until: Date.now() + MAX_AGE_MS })
    value.catch(() => {
      if (entries.get(key)?.value === value) entries.delete(key)
    })
    return value
  }
  return Object.assign(read, { forget: () => entriesOf(name).clear() })
}

const othersToForget = () => oncePerProcess('changing-caches-of-others', () => new Map<string, () => void>())

/** Registers a cache of another kind under its name, so that it is emptied with the others. */
export function whenForgetting(name: string, forget: () => void): void {
  othersToForget().set(name, forget)
}

/** Empties every cache of this process. */
export function forgetCaches(): void {
  for (const entries of caches().values()) entries.clear()
  for (const forget of othersToForget().values()) forget()
}

function entriesOf(name: string): Map<string, Entry> {
  const known = caches().get(name)
  if (known) return known
  const entries = new Map<string, Entry>()
  caches().set(name, entries)
  return entries
}
