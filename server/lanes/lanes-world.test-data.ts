import { and, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach } from 'vitest'
import { auditLog, lanes, transactions, users } from '@/db/schema'
import { inOperator, inTenant, inWorker, type OperatorCtx, type Tenant, type TenantCtx, workerCtx } from '@/server/ctx'
import { spendingProject } from '@/server/policies/spending-project.test-data'
import { openDatabase } from '@/server/testing/open-database'

export const CHAIN_ID = 84_532
export type Row = Partial<typeof transactions.$inferInsert>

/** A database in which each test has a project of its own, with one wallet and a person who acts. */
export function openLanesWorld() {
  openDatabase()
  let project: Awaited<ReturnType<typeof spendingProject>>
  let tenant: Tenant

  beforeEach(async () => {
    project = await spendingProject()
    const id = v7()
    await inWorker(({ db }) =>
      db.insert(users).values({ id, name: 'Ada Obi', email: `${id}@example.test`, passwordHash: '-' }),
    )
    tenant = { ...project.tenant, actor: { type: 'user', id, name: 'Ada Obi' }, requestId: v7() }
  })

  const insert = (row: Row = {}) => inTenant(project.tenant, (ctx) => project.insertRow(ctx, row))
  return {
    get project() {
      return project
    },
    get tenant() {
      return tenant
    },
    asTenant: <T>(work: (ctx: TenantCtx) => Promise<T>) => inTenant(tenant, work),
    asOperator: <T>(work: (ctx: OperatorCtx) => Promise<T>) =>
      inOperator({ actor: tenant.actor, requestId: v7() }, work),
    insert,
    sent: (nonce: number, row: Row = {}) =>
      insert({
        stage: 'broadcast',
        nonce,
        senderAddress: project.wallet.address,
        signedAt: new Date(),
        broadcastAt: new Date(),
        ...row,
      }),
    openLane: async (fields: Partial<typeof lanes.$inferInsert> = {}): Promise<void> => {
      const { id: walletId, address, businessId } = project.wallet
      await workerCtx()
        .db.insert(lanes)
        .values({ businessId, chainId: CHAIN_ID, walletId, address, ...fields })
    },
  }
}

export async function rowOf(id: string) {
  const [row] = await workerCtx().db.select().from(transactions).where(eq(transactions.id, id))
  if (!row) throw new Error('no such row')
  return row
}

export async function auditOf(businessId: string, target: string) {
  const rows = await workerCtx()
    .db.select()
    .from(auditLog)
    .where(and(eq(auditLog.businessId, businessId), eq(auditLog.target, target)))
  return rows.map(({ action, detail }) => ({ action, detail }))
}
