import { forgetCaches } from '@/server/changing-cache'
import { pools } from './pools'

/**
 * Empties the caches whenever a table they come from changes, and after the connection was lost, since a notice may
 * have been lost with it.
 */
export function listenForChanges(): Promise<() => Promise<void>> {
  return pools().worker.listen('slipway_changed', forgetCaches, forgetCaches)
}
