import { shared } from '@/server/shared'

/** Spec 4.2: a `webhookSecret` is held in memory only. Longer than the last retry of a delivery. */
const KEEP_MS = 30 * 3_600_000
const MAX_KEPT = 100_000

const kept = shared('webhook-secrets', () => new Map<string, { secret: string; until: number }>())

export function rememberWebhookSecret(transactionId: string, secret: string): void {
  kept.set(transactionId, { secret, until: Date.now() + KEEP_MS })
  for (const [oldest, entry] of kept) {
    if (kept.size <= MAX_KEPT && entry.until > Date.now()) break
    kept.delete(oldest)
  }
}

/** The secret the request brought, or null once it is gone (restart, other process, too long ago). */
export function recallWebhookSecret(transactionId: string): string | null {
  const entry = kept.get(transactionId)
  return entry && entry.until > Date.now() ? entry.secret : null
}

export function forgetWebhookSecret(transactionId: string): void {
  kept.delete(transactionId)
}
