import { setTimeout as wait } from 'node:timers/promises'
import type { ReadinessCheck } from '@/server/readiness-check'
import { type Chain, listChains } from './registry'
import { findHealth } from './rpc/endpoint-health'
import { probeEndpoints } from './rpc/readers'

/** A slower endpoint is judged by its known state, so that the other chains' verdicts do not wait for it. */
const MAX_WAIT_MS = 800

/**
 * The state of each served chain. It does not affect readiness, because no other process would reach the chain either.
 */
export const chainsCheck: ReadinessCheck = {
  name: 'chains',
  isRequired: false,
  // A provider's endpoint is checked four times a minute.
  keptMs: 15_000,
  ask: async () => {
    const served = (await listChains()).filter(({ rpcUrls }) => rpcUrls.length > 0)
    return Object.fromEntries(await Promise.all(served.map(async (chain) => [chain.chainId, await checkChain(chain)])))
  },
  otherwise: 'unknown',
}

/** One endpoint that serves the right chain and answers is enough. */
async function checkChain(chain: Chain): Promise<string> {
  await Promise.race([probeEndpoints(chain).catch(() => {}), wait(MAX_WAIT_MS, undefined, { ref: false })])
  const isWell = chain.endpoints.some(({ id, role }) => {
    const health = findHealth(id)
    return role === 'full' && health?.identity === 'right' && health.failures === 0
  })
  return isWell ? 'ok' : 'unreachable'
}
