import { closeConnectionsBut } from './connections'
import { forgetHealthBut } from './endpoint-health'

/** Closes and forgets whatever this process holds for endpoints that are gone. */
export function forgetEndpointsBut(endpoints: readonly { id: string; url: string }[]): void {
  closeConnectionsBut(new Set(endpoints.map(({ url }) => url)))
  forgetHealthBut(new Set(endpoints.map(({ id }) => id)))
}
