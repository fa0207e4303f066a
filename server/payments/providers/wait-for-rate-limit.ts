import { setTimeout as wait } from 'node:timers/promises'
import { admitWithinWindow } from '@/server/api/admit-within-window'
import { requireNoTransaction } from '@/server/database/network-guard'
import type { ProviderName } from './provider'
import { ProviderBusy } from './provider-error'

const MINUTE_MS = 60_000

/** A share of a provider's limit: the number of calls per minute in all processes. */
type RateLimitShare = { name: string; perMinute: number }

export type RateLimitWait = {
  provider: ProviderName
  /** The first share with calls left is used. */
  shares: readonly RateLimitShare[]
  /** The maximum wait. */
  waitMs: number
}

/**
 * Waits until one of these shares of a provider's limit has a call left. Throws ProviderBusy if that takes longer than
 * `waitMs`.
 */
export async function waitForRateLimit({ provider, shares, waitMs }: RateLimitWait): Promise<void> {
  requireNoTransaction('waiting for a payment provider')
  const deadline = Date.now() + waitMs
  for (;;) {
    const waits: number[] = []
    for (const { name, perMinute } of shares) {
      const admission = await admitWithinWindow(`provider ${provider} ${name}`, perMinute, MINUTE_MS)
      if (admission.admitted) return
      waits.push(admission.retryAfterMs)
    }
    const nextMs = Math.min(...waits)
    if (Date.now() + nextMs > deadline)
      throw new ProviderBusy(provider, 'has reached its rate limit: it is called again later')
    await wait(nextMs)
  }
}
