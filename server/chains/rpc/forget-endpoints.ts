import { closeOtherConnections } from './connections'
import { forgetOtherHealth } from './endpoint-health'

/** Closes and forgets whatever this process holds for endpoints that are gone. */
export function forgetOtherEndpoints(endpoints: readonly { id: string; url: string }[]): void {
  closeOtherConnections(new Set(endpoints.map(({ url }) => url)))
  forgetOtherHealth(new Set(endpoints.map(({ id }) => id)))
}
