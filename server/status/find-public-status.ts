import { and, asc, desc, eq, exists, gt, inArray, isNull, min, or, sql } from 'drizzle-orm'
import { alarms, chains, paymentProviders, rpcEndpoints } from '@/db/schema'
import { ALARM_KINDS } from '@/schemas/alarms/words'
import type { StatusPage } from '@/schemas/status/contract'
import { cached } from '@/server/changing-cache'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { hasKeys } from '@/server/payments/providers/configured-providers'
import { IMPACTS } from './impacts'
import { isStatusPagePublic } from './status-setting'
import { chainAreaId, providerAreaId } from './to-incidents'
import { type KnownArea, STATUS_DAYS, toStatusPage } from './view'

/** The newest alarms that are read, so that one that flaps cannot make the page slow. */
const MAX_ALARMS = 5_000
const KINDS = ALARM_KINDS.filter((kind) => kind in IMPACTS)

const readCached = cached('status-page', () => readStatusPage(workerCtx()))

/**
 * The public status of the installation: null unless an operator published the status page. The result is cached for a
 * few seconds, so that visitors put no load on the database.
 */
export function findPublicStatus(): Promise<StatusPage | null> {
  return readCached('')
}

async function readStatusPage(ctx: WorkerCtx): Promise<StatusPage | null> {
  if (!(await isStatusPagePublic(ctx))) return null
  const now = ctx.now()
  return toStatusPage(await listAreas(ctx), await listAlarms(ctx, now), now)
}

async function listAreas({ db }: WorkerCtx): Promise<KnownArea[]> {
  const [served, providers, [oldest]] = await Promise.all([
    db
      .select({ chainId: chains.chainId, name: chains.name, network: chains.network, since: chains.createdAt })
      .from(chains)
      .where(
        and(
          eq(chains.isActive, true),
          exists(
            db
              .select({ one: sql`1` })
              .from(rpcEndpoints)
              .where(and(eq(rpcEndpoints.chainId, chains.chainId), eq(rpcEndpoints.isActive, true))),
          ),
        ),
      )
      .orderBy(asc(chains.network), asc(chains.name)),
    db.select({ name: paymentProviders.name }).from(paymentProviders).where(eq(paymentProviders.isActive, true)),
    db.select({ at: min(chains.createdAt) }).from(chains),
  ])
  const since = oldest?.at ?? new Date(0)
  return [
    { id: 'api', subject: { kind: 'api' }, since },
    { id: 'webhooks', subject: { kind: 'webhooks' }, since },
    ...served.map(({ chainId, name, network, since }) => ({
      id: chainAreaId(chainId),
      subject: { kind: 'chain' as const, name, network },
      since,
    })),
    ...providers
      .filter(({ name }) => hasKeys(name))
      .map(({ name }) => ({ id: providerAreaId(name), subject: { kind: 'provider' as const, name }, since })),
  ]
}

function listAlarms({ db }: WorkerCtx, now: Date) {
  const since = new Date(now.getTime() - STATUS_DAYS * MS_PER_DAY)
  const { kind, chainId, subject, openedAt, closedAt } = alarms
  return db
    .select({ kind, chainId, subject, openedAt, closedAt })
    .from(alarms)
    .where(and(inArray(kind, KINDS), or(isNull(closedAt), gt(closedAt, since))))
    .orderBy(sql`${closedAt} is not null`, desc(openedAt))
    .limit(MAX_ALARMS)
}
