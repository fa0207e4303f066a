import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { sweepRules, sweepWallets, wallets } from '@/db/schema'
import { webhooksDue } from '@/inngest/events'
import type { SweepStoppedView } from '@/schemas/sweeps/contract'
import { HELD_WALLETS_LIMIT } from '@/schemas/sweeps/words'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { wake } from '@/server/waking/wake'
import { publishEvents } from '@/server/webhooks/destinations/publish-events'
import { toRuleViews } from './view'

/** The maximum in one run. */
const MAX_REPORTED = 100

/** Publishes wallets that were held since the last run, and stops rules with too many held wallets. */
export async function publishHeldWallets({ db }: WorkerCtx): Promise<void> {
  const held = await db
    .select({ ruleId: sweepWallets.ruleId, walletId: sweepWallets.walletId })
    .from(sweepWallets)
    .where(and(eq(sweepWallets.state, 'HELD'), isNull(sweepWallets.reportedAt)))
    .orderBy(asc(sweepWallets.updatedAt), asc(sweepWallets.walletId))
    .limit(MAX_REPORTED)
  for (const one of held) await inWorker((txCtx) => reportWallet(txCtx, one))
  const failing = await db
    .select({ ruleId: sweepWallets.ruleId })
    .from(sweepWallets)
    .innerJoin(sweepRules, and(eq(sweepRules.id, sweepWallets.ruleId), eq(sweepRules.status, 'ACTIVE')))
    .where(eq(sweepWallets.state, 'HELD'))
    .groupBy(sweepWallets.ruleId)
    .having(sql`count(*) >= ${HELD_WALLETS_LIMIT}`)
  for (const { ruleId } of failing) await inWorker((txCtx) => stopRule(txCtx, ruleId))
}

type Held = { ruleId: string; walletId: string }

async function reportWallet({ db, now }: WorkerCtx, { ruleId, walletId }: Held): Promise<void> {
  const [row] = await db
    .update(sweepWallets)
    .set({ reportedAt: now() })
    .where(
      and(
        eq(sweepWallets.ruleId, ruleId),
        eq(sweepWallets.walletId, walletId),
        eq(sweepWallets.state, 'HELD'),
        isNull(sweepWallets.reportedAt),
      ),
    )
    .returning()
  if (row) await publishStopped(db, { ruleId, walletId }, row.reason ?? FAILED, now())
}

const FAILED = 'Sweeps failed'

async function stopRule({ db, now }: WorkerCtx, ruleId: string): Promise<void> {
  const held = and(eq(sweepWallets.ruleId, ruleId), eq(sweepWallets.state, 'HELD'))
  const [last] = await db.select().from(sweepWallets).where(held).orderBy(desc(sweepWallets.updatedAt)).limit(1)
  if (!last) return
  const reason = last.reason ?? FAILED
  const stoppedReason = `${HELD_WALLETS_LIMIT} wallets failed four times in a row: ${reason}`
  const [stopped] = await db
    .update(sweepRules)
    .set({ status: 'STOPPED', stoppedReason, updatedAt: now() })
    .where(and(eq(sweepRules.id, ruleId), eq(sweepRules.status, 'ACTIVE')))
    .returning({ id: sweepRules.id })
  if (stopped) await publishStopped(db, { ruleId, walletId: last.walletId }, reason, now())
}

/** Writes to the outbox that a wallet is held, or that its rule was stopped. */
async function publishStopped(db: Database, { ruleId, walletId }: Held, reason: string, now: Date): Promise<void> {
  const [row] = await db.select().from(sweepRules).where(eq(sweepRules.id, ruleId))
  const [wallet] = await db.select({ address: wallets.address }).from(wallets).where(eq(wallets.id, walletId))
  if (!row || !wallet) throw new Error(`rule ${ruleId} or wallet ${walletId} does not exist`)
  const [rule] = await toRuleViews(db, [row])
  if (!rule) throw new Error('a rule has no view')
  const data: SweepStoppedView = { rule, address: wallet.address, reason }
  const kind = 'wallet.sweep.stopped'
  const { businessId, projectId } = row
  const body = () => JSON.stringify({ type: kind, timestamp: now.toISOString(), data })
  // A rule stops for many wallets: each stop is a separate event.
  const happening = [ruleId, walletId, rule.status, now.toISOString()]
  const event = {
    businessId,
    projectId,
    kind,
    source: 'sweep',
    sourceId: newId(),
    body,
    orderKey: ruleId,
    happening,
  } as const
  if ((await publishEvents(db, [event], now)) > 0) wake(webhooksDue, {})
}
