import { LRUCache } from 'lru-cache'
import { oncePerProcess } from './once-per-process'

type Limits = {
  max: number
  /** Older entries count as absent. Without it an entry stays until there are too many. */
  maxAgeMs?: number
}

/** A cache of this process. Above `max` entries it drops the least recently used one. */
export function lruPerProcess<Value extends NonNullable<unknown>>(
  name: string,
  { max, maxAgeMs = 0 }: Limits,
): LRUCache<string, Value> {
  return oncePerProcess(name, () => new LRUCache<string, Value>({ max, ttl: maxAgeMs, ttlResolution: 0, perf: CLOCK }))
}

/** Read at each use, so that tests can set it. */
const CLOCK = { now: () => Date.now() }
