import { forgetChains } from './chains/registry'
import { forgetCaches } from './changing-cache'
import { pools } from './pools'

/** Empties the caches whenever a table they come from changes, and after the connection was lost, since word may be lost with it. */
export async function listenForChanges(): Promise<() => Promise<void>> {
  const subscription = await pools().worker.listen('slipway_changed', forgetAll, forgetAll)
  return () => subscription.unlisten()
}

function forgetAll(): void {
  forgetCaches()
  forgetChains()
}
