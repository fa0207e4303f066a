import { env } from './env'

/** The real duration of a lease: a fault run shortens all of them (LEASE_SHARE), because it kills their holders. */
export function leaseSeconds(seconds: number): number {
  return seconds * env().LEASE_SHARE
}
