/**
 * One value per process, also where a bundler gives the process two copies of a module (the front server's and Next's):
 * pools, caches and the memory of webhook secrets must not exist twice.
 */
export function oncePerProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(`slipway.${name}`)
  const values = globalThis as Record<symbol, unknown>
  values[key] ??= make()
  return values[key] as T // only `make` of the same name ever fills it
}
