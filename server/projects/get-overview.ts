import { and, count, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { apiKeys, auditLog, transactions, wallets, webhookMessages } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { env } from '@/server/env'
import type { Overview } from './contract'
import { getAttention } from './get-attention'
import { NETWORKS_CHOSEN } from './set-testnets-only'

/** What the project's home page shows, read from the rows themselves. */
export async function getOverview(ctx: TenantCtx & { projectId: string }): Promise<Overview> {
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
    .where(eq(wallets.businessId, businessId))
  const [moved] = await db
    .select({
      all: count(),
      pending: sql<number>`count(*) filter (where ${transactions.status} = 'PENDING')::int`,
      completed: sql<number>`count(*) filter (where ${transactions.status} = 'COMPLETED')::int`,
    })
    .from(transactions)
    .where(eq(transactions.businessId, businessId))
  const [sent] = await db
    .select({ delivered: sql<number>`count(*) filter (where ${webhookMessages.status} = 'delivered')::int` })
    .from(webhookMessages)
    .where(and(eq(webhookMessages.businessId, businessId), eq(webhookMessages.projectId, projectId)))
  const choice = and(
    eq(auditLog.businessId, businessId),
    eq(auditLog.projectId, projectId),
    eq(auditLog.action, NETWORKS_CHOSEN),
  )
  return {
    baseUrl: env().BASE_URL,
    liveKey: liveKey ?? null,
    attention: await getAttention(ctx),
    counts: {
      wallets: walletRow?.active ?? 0,
      transactions: moved?.all ?? 0,
      pending: moved?.pending ?? 0,
      deliveries: sent?.delivered ?? 0,
    },
    done: {
      keyIssued: liveKey !== undefined,
      networksChosen: (await db.$count(auditLog, choice)) > 0,
      walletGenerated: (walletRow?.all ?? 0) > 0,
      transferCompleted: (moved?.completed ?? 0) > 0,
      webhookDelivered: (sent?.delivered ?? 0) > 0,
    },
  }
}
