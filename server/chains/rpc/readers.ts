import { oncePerProcess } from '@/db/once-per-process'
import type { Chain, ChainEndpoint } from '@/server/chains/registry'
import { askEndpoint, HEAD_METHODS } from './ask-endpoint'
import { healthOf } from './endpoint-health'
import { compareHeads, isLagging } from './heads'
import { RPC_LIMITS } from './limits'
import { verifyEndpoint } from './verify-endpoint'

const preferred = oncePerProcess('rpc-preferred', () => new Map<number, string>())
const headRounds = oncePerProcess('rpc-head-rounds', () => new Map<number, { at: number; round: Promise<void> }>())

/**
 * The endpoints that may answer a read now, the preferred one first. Waits for checks only if no other endpoint is
 * left.
 */
export async function readersOf(chain: Chain): Promise<ChainEndpoint[]> {
  const full = chain.endpoints.filter(({ role }) => role === 'full')
  const [only] = full
  if (!only) return []
  if (full.length === 1) return (await verifyEndpoint(chain, only, true)) ? [only] : []
  void watchHeads(chain, full)
  const now = usable(chain, full, false)
  if (now.length > 0) return inOrder(chain, now)
  const since = Date.now()
  await Promise.all(full.map((endpoint) => verifyEndpoint(chain, endpoint, true)))
  compareHeads(full, since)
  const checked = usable(chain, full, false)
  if (checked.length > 0) return inOrder(chain, checked)
  // All nodes that respond are behind a head that another node has reported; they may have caught up.
  await watchHeads(chain, full, RPC_LIMITS.urgentPauseMs)
  return inOrder(chain, usable(chain, full, false))
}

/** Records which endpoint answered, so that the next reads use it while it works. */
export function preferEndpoint(chain: Chain, endpoint: ChainEndpoint): void {
  preferred.set(chain.chainId, endpoint.id)
}

/**
 * Updates the known state of a chain's endpoints, for pages that show it; calls them at most every two seconds. Never
 * rejects.
 */
export async function probeEndpoints(chain: Chain): Promise<void> {
  await Promise.all(chain.endpoints.map((endpoint) => verifyEndpoint(chain, endpoint, false)))
  await watchHeads(
    chain,
    chain.endpoints.filter(({ role }) => role === 'full'),
  )
}

function usable(chain: Chain, endpoints: ChainEndpoint[], isUrgent: boolean): ChainEndpoint[] {
  return endpoints.filter(
    (endpoint) => verifyEndpoint(chain, endpoint, isUrgent) === true && !isLagging(chain, endpoint),
  )
}

/**
 * The preferred one, unless it failed just now or one of higher priority has been well for a while; then by priority.
 */
function inOrder(chain: Chain, endpoints: ChainEndpoint[]): ChainEndpoint[] {
  const well = endpoints.filter((endpoint) => healthOf(endpoint).failures === 0)
  const first = chooseFirst(preferred.get(chain.chainId), well)
  if (!first) return endpoints
  return [first, ...well.filter((one) => one !== first), ...endpoints.filter((one) => !well.includes(one))]
}

function chooseFirst(preferredId: string | undefined, well: ChainEndpoint[]): ChainEndpoint | undefined {
  const [highest] = well
  const current = well.find(({ id }) => id === preferredId)
  if (!current || !highest || highest.priority >= current.priority) return current ?? highest
  const isBack = Date.now() - healthOf(highest).wellSince > RPC_LIMITS.returnAfterMs
  return isBack ? highest : current
}

/**
 * Asks every endpoint for its head, at most once in a while, also those in doubt after a failure. Runs on reads only:
 * an idle chain costs nothing.
 */
function watchHeads(chain: Chain, endpoints: ChainEndpoint[], everyMs?: number): Promise<void> {
  const since = Date.now()
  const last = headRounds.get(chain.chainId)
  const spacingMs = everyMs ?? Math.max(RPC_LIMITS.headsEveryMs, chain.blockTimeMs)
  if (last && since - last.at < spacingMs) return last.round
  const ready = endpoints.filter((endpoint) => verifyEndpoint(chain, endpoint, false) === true)
  const calls = [{ method: HEAD_METHODS[chain.chainType], params: [] }]
  const ask = (one: ChainEndpoint) => askEndpoint(chain, one, calls, RPC_LIMITS.probeTimeoutMs).catch(() => null)
  const round = Promise.all(ready.map(ask)).then(() => compareHeads(ready, since))
  headRounds.set(chain.chainId, { at: since, round })
  return round
}
