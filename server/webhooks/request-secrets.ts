import { oncePerProcess } from '@/db/once-per-process'

/** Spec 4.2: a `webhookSecret` is held in memory only. Longer than the last retry of a delivery. */
const KEEP_MS = 30 * 3_600_000
const MAX_WAITING = 100_000
/** The secrets of delivered messages, kept for a resend while there is room. */
const MAX_SETTLED = 10_000

type Entry = { secret: string; until: number }
type Kept = Map<string, Entry>

const waiting = oncePerProcess('webhook-secrets', (): Kept => new Map())
const settled = oncePerProcess('webhook-secrets-settled', (): Kept => new Map())

/** `sourceId`: the row that the request's messages will report. */
export function rememberWebhookSecret(sourceId: string, secret: string): void {
  keep(waiting, MAX_WAITING, [sourceId, { secret, until: Date.now() + KEEP_MS }])
}

/** Whether this process holds the secret of any request. */
export function hasRequestSecrets(): boolean {
  return waiting.size + settled.size > 0
}

/**
 * The row that its message reports, the secret, and the moment (in milliseconds since 1970) after which it is
 * forgotten.
 */
export type HeldSecret = [sourceId: string, secret: string, until: number]

/** All secrets in memory, those of pending messages first. */
export function heldSecrets(): HeldSecret[] {
  return [...waiting, ...settled].map(([id, { secret, until }]) => [id, secret, until])
}

/** Adds the secrets of a process that shuts down. Secrets that are here already do not change. */
export function takeSecrets(held: readonly HeldSecret[]): void {
  for (const [id, secret, until] of held) if (!waiting.has(id)) keep(waiting, MAX_WAITING, [id, { secret, until }])
}

/** The secret of the request; null if this process does not have it (any more). */
export function recallWebhookSecret(sourceId: string): string | null {
  const entry = waiting.get(sourceId) ?? settled.get(sourceId)
  return entry && entry.until > Date.now() ? entry.secret : null
}

/** Marks the secret of a delivered message: it is evicted before those of pending messages. */
export function settleWebhookSecret(sourceId: string): void {
  const entry = waiting.get(sourceId)
  if (!entry) return
  waiting.delete(sourceId)
  keep(settled, MAX_SETTLED, [sourceId, entry])
}

function keep(kept: Kept, limit: number, [id, entry]: [string, Entry]): void {
  kept.set(id, entry)
  // A map iterates in the order of insertion: the oldest come first.
  for (const [oldest, { until }] of kept) {
    if (kept.size <= limit && until > Date.now()) break
    kept.delete(oldest)
  }
}
