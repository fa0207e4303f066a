import { and, eq, gt, isNull } from 'drizzle-orm'
import { alarms, heartbeats } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { drainUnreadableHop } from '@/server/record-unreadable-hop'
import { recordHeartbeat } from './heartbeat'
import { raiseAlarm } from './raise-alarm'
import type { Watcher } from './watcher'

const KIND = 'proxy_unreadable'
/** When any process last met one. */
const MET = 'unreadable-hop'
const GONE_AFTER_MS = 15 * 60_000

/** Alarms operators about the hop that this process could not read since the last time. */
export async function reportUnreadableHop(ctx: WorkerCtx): Promise<void> {
  const hop = drainUnreadableHop()
  if (!hop) return
  await recordHeartbeat(ctx, MET)
  const message = `A trusted proxy names a client that is not an address in ${hop.header}: ${hop.text}. Until it writes addresses there, allowlists, rate limits and sign-in delays see the proxy's own address for all its clients`
  await raiseAlarm(ctx.db, { kind: KIND, chainId: null, subject: hop.header, message })
}

export const proxyWatcher: Watcher = {
  name: 'proxies',
  kinds: [KIND],
  async findCauses({ db, now }) {
    const lately = new Date(now().getTime() - GONE_AFTER_MS)
    const open = await db
      .select({ subject: alarms.subject, message: alarms.message })
      .from(alarms)
      .innerJoin(heartbeats, and(eq(heartbeats.name, MET), gt(heartbeats.beatAt, lately)))
      .where(and(eq(alarms.kind, KIND), isNull(alarms.closedAt)))
    return open.map((alarm) => ({ kind: KIND, chainId: null, ...alarm }))
  },
}
