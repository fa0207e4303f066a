import { env } from './env'

/**
 * How long a lease of so many seconds really lasts: a fault run shortens all of them (LEASE_SHARE), for it kills
 * whoever holds them.
 */
export function leaseSeconds(seconds: number): number {
  return seconds * env().LEASE_SHARE
}
