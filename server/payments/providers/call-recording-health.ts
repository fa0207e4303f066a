import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { paymentProviders } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import type { FiatProvider, ProviderName } from './provider'
import { ProviderBusy, ProviderUnavailable } from './provider-error'

/** The minimum time between updates of the row while the provider keeps answering. */
const NOTE_EVERY_MS = 60_000

/**
 * Calls a provider and records on its row whether it answered; a refusal is an answer. Throws the errors of the call.
 */
export async function callRecordingHealth<T>(
  ctx: WorkerCtx,
  provider: FiatProvider,
  ask: (provider: FiatProvider) => Promise<T>,
): Promise<T> {
  try {
    const answer = await ask(provider)
    await noteAnswered(ctx, provider.name)
    return answer
  } catch (error) {
    const isFailing = error instanceof ProviderUnavailable && !(error instanceof ProviderBusy)
    if (isFailing) await noteFailed(ctx, provider.name, error.message)
    throw error
  }
}

async function noteAnswered({ db, now }: WorkerCtx, name: ProviderName): Promise<void> {
  const stale = new Date(now().getTime() - NOTE_EVERY_MS)
  const isNews = or(
    isNull(paymentProviders.lastOkAt),
    lt(paymentProviders.lastOkAt, stale),
    isNotNull(paymentProviders.failingSince),
  )
  await db
    .update(paymentProviders)
    .set({ lastOkAt: now(), failingSince: null })
    .where(and(eq(paymentProviders.name, name), isNews))
}

async function noteFailed({ db, now }: WorkerCtx, name: ProviderName, problem: string): Promise<void> {
  const at = now()
  await db
    .update(paymentProviders)
    .set({
      lastFailedAt: at,
      lastFailure: problem.slice(0, 300),
      failingSince: sql`coalesce(${paymentProviders.failingSince}, ${at.toISOString()}::timestamptz)`,
    })
    .where(eq(paymentProviders.name, name))
}
