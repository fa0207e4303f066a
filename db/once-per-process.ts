const KEY = Symbol.for('slipway.once-per-process')
const shared = globalThis as { [KEY]?: Map<string, unknown> }
shared[KEY] ??= new Map()
/** The one map of all copies of this module. Each copy looks it up once, because it is used many times per request. */
const values = shared[KEY]

/**
 * One value per process, even if a bundler loads two copies of a module (the front server's and Next's). Pools, caches
 * and the memory of webhook secrets must not exist twice. A module may keep a Map, Set or WeakMap in a constant. It
 * calls this function each time for anything else, so that `resetProcessState` has an effect.
 */
export function oncePerProcess<T>(name: string, make: () => T): T {
  if (!values.has(name)) values.set(name, make())
  return values.get(name) as T // only `make` of the same name ever sets it
}

/** Makes the process as good as new for the next test file. Never called by the product. */
export function resetProcessState(): void {
  for (const [name, value] of values) {
    if (value instanceof Map || value instanceof Set) value.clear()
    else if (!(value instanceof WeakMap)) {
      stopTimer(value)
      values.delete(name)
    }
  }
}

/**
 * Stops a pending write, for example of rows of the request log: the write is for the database of the previous test
 * file.
 */
function stopTimer(value: unknown): void {
  if (typeof value === 'object' && value !== null && 'timer' in value)
    clearTimeout(value.timer as NodeJS.Timeout | undefined) // only timers are kept under this name
}
