import { and, count, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { apiKeys, auditLog, indexerLogCounts, subscriptions, transactions, wallets, webhookMessages } from '@/db/schema'
import { IS_LISTED_WALLET } from '@/db/schema/wallets'
import { IS_LISTED } from '@/db/schema/webhooks'
import type { Overview } from '@/schemas/projects/contract'
import { NETWORKS_CHOSEN } from '@/schemas/projects/words'
import { isInScope, type Scoped } from '@/server/chains/network-scope'
import { countUpTo } from '@/server/count-up-to'
import type { TenantCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { getAttention } from './get-attention'

/** The figures of the project's home page, read from the rows. Its deliveries are those on the webhooks page. */
export async function getOverview(ctx: TenantCtx & Scoped & { projectId: string }): Promise<Overview> {
  const { db, businessId, projectId } = ctx
  const [liveKey] = await db
    .select({ prefix: apiKeys.prefix, lastFour: apiKeys.lastFour })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.businessId, businessId),
        eq(apiKeys.projectId, projectId),
        eq(apiKeys.environment, 'live'),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, ctx.now())),
      ),
    )
    .orderBy(desc(apiKeys.createdAt))
    .limit(1)
  const [walletRow] = await db
    .select({ active: sql<number>`count(*) filter (where ${wallets.isActive})::int`, all: count() })
    .from(wallets)
    .where(and(eq(wallets.businessId, businessId), IS_LISTED_WALLET))
  const ofBusiness = eq(transactions.businessId, businessId)
  const isCompleted = and(ofBusiness, eq(transactions.status, 'COMPLETED'))
  // Written out, like the conditions below, because an index covers only these states.
  const isPending = and(ofBusiness, sql`status = 'PENDING'`)
  const inScope = isInScope(transactions.chainId, ctx)
  const ofProject = and(eq(webhookMessages.businessId, businessId), eq(webhookMessages.projectId, projectId))
  const isDelivered = and(ofProject, IS_LISTED, eq(webhookMessages.status, 'delivered'))
  const isEventDelivered = and(
    eq(indexerLogCounts.businessId, businessId),
    eq(indexerLogCounts.projectId, projectId),
    eq(indexerLogCounts.status, 'delivered'),
    gt(indexerLogCounts.n, 0),
  )
  const deliveries = await countUpTo(ctx, webhookMessages, isDelivered)
  const choice = and(
    eq(auditLog.businessId, businessId),
    eq(auditLog.projectId, projectId),
    eq(auditLog.action, NETWORKS_CHOSEN),
  )
  const hasPlan = and(
    eq(subscriptions.businessId, businessId),
    eq(subscriptions.projectId, projectId),
    // A key has access in these states too, so the home page matches the API.
    inArray(subscriptions.status, ['ACTIVE', 'PAST_DUE']),
  )
  return {
    baseUrl: env().BASE_URL,
    liveKey: liveKey ?? null,
    attention: await getAttention(ctx),
    networks: ctx.networkScope ?? null,
    counts: {
      wallets: walletRow?.active ?? 0,
      transactions: await countUpTo(ctx, transactions, and(ofBusiness, inScope)),
      pending: await countUpTo(ctx, transactions, and(isPending, inScope)),
      deliveries,
    },
    done: {
      planChosen: await isAny(ctx, subscriptions, hasPlan),
      keyIssued: liveKey !== undefined,
      networksChosen: (await db.$count(auditLog, choice)) > 0,
      walletGenerated: (walletRow?.all ?? 0) > 0,
      transferCompleted: await isAny(ctx, transactions, isCompleted),
      webhookDelivered: deliveries.total > 0 || (await isAny(ctx, indexerLogCounts, isEventDelivered)),
    },
  }
}

async function isAny({ db }: TenantCtx, table: PgTable, where: SQL | undefined): Promise<boolean> {
  const [found] = await db.select({ one: sql`1` }).from(table).where(where).limit(1)
  return found !== undefined
}
