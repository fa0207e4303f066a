import { and, eq, isNotNull, min } from 'drizzle-orm'
import { depositAccounts, providerEvents } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { configuredProviders } from './configured-providers'
import { handleProviderEvents } from './events/handle-provider-events'
import { pollAccounts } from './poll-accounts'
import type { ProviderName } from './provider'

/** One run of the job; the next one continues. */
const RUN_MS = 20_000

/** Providers with events to handle or accounts to poll now. */
export async function findDueProviders(ctx: WorkerCtx): Promise<{ provider: ProviderName }[]> {
  const each = await Promise.all(
    configuredProviders().map(async ({ name }) => ({ name, at: await nextDueAt(ctx, name) })),
  )
  return each.flatMap(({ name, at }) => (at && at <= ctx.now() ? [{ provider: name }] : []))
}

/** Handles a provider's events and polls its due accounts until nothing is due or the run's time is up. */
export async function pollProviders(ctx: WorkerCtx, { provider }: { provider: string }) {
  const counts = { events: 0, polls: 0 }
  const configured = configuredProviders().find(({ name }) => name === provider)
  if (!configured) return { nextAt: null, counts }
  const deadline = Date.now() + RUN_MS
  while (Date.now() < deadline) {
    const events = await handleProviderEvents(ctx, configured.name)
    const polls = await pollAccounts(ctx, configured.name)
    counts.events += events
    counts.polls += polls
    if (events + polls === 0) break
  }
  return { nextAt: await nextDueAt(ctx, configured.name), counts }
}

async function nextDueAt({ db }: WorkerCtx, provider: ProviderName): Promise<Date | null> {
  const [event] = await db
    .select({ at: min(providerEvents.nextAttemptAt) })
    .from(providerEvents)
    .where(and(eq(providerEvents.state, 'STORED'), eq(providerEvents.provider, provider)))
  const [account] = await db
    .select({ at: min(depositAccounts.nextPollAt) })
    .from(depositAccounts)
    .where(and(eq(depositAccounts.provider, provider), isNotNull(depositAccounts.nextPollAt)))
  const moments = [event?.at, account?.at].filter((at) => at !== null && at !== undefined)
  return moments.length === 0 ? null : new Date(Math.min(...moments.map((at) => at.getTime())))
}
