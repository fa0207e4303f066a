import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { approvals, auditLog, transactions, users } from '@/db/schema'
import { inTenant, inWorker, type ProjectCtx, type Tenant } from '@/server/ctx'
import { dollars, type SpendingProject, spendingProject } from '@/server/policies/spending-project.test-data'
import { holdGas } from '@/server/testing/hold-gas'
import { approveTransaction } from './approve-transaction'
import { listApprovals } from './list-approvals'
import { rejectTransaction } from './reject-transaction'
import { requestApproval } from './request-approval'

export type Person = Tenant & { projectId: string }

export async function person(project: SpendingProject, name: string): Promise<Person> {
  const id = v7()
  await inWorker(({ db }) => db.insert(users).values({ id, name, email: `${id}@example.test`, passwordHash: '-' }))
  return { ...project.tenant, actor: { type: 'user', id, name }, requestId: v7() }
}

/** A project with two people who may decide. */
export async function projectOfTwo() {
  const project = await spendingProject()
  return { project, ada: await person(project, 'Ada Obi'), tunde: await person(project, 'Tunde Bello') }
}

type Request = { valueUsdMicros?: bigint; holdMicros?: bigint; createdAt?: Date; requester?: Person }

/** Stores an intent that needs a second person, as the accept path does. */
export async function request(
  project: SpendingProject,
  { valueUsdMicros = dollars(60), holdMicros = 0n, createdAt, requester }: Request = {},
) {
  const transactionId = v7()
  await inTenant(requester ?? project.tenant, async (ctx) => {
    await holdGas(ctx, { transactionId, micros: holdMicros })
    await project.insertRow(ctx, {
      id: transactionId,
      valueUsdMicros,
      feeHoldMicros: holdMicros,
      stage: 'awaiting_approval',
      webhookUrl: 'https://customer.example/hook',
      ...(createdAt ? { createdAt } : {}),
    })
    await requestApproval(ctx, { transactionId, reason: '$60.00 is above $50.00' })
  })
  const [approval] = await inWorker(({ db }) =>
    db.select().from(approvals).where(eq(approvals.transactionId, transactionId)),
  )
  if (!approval) throw new Error('the approval was not written')
  return { transactionId, approvalId: approval.id }
}

export const as = <T>(who: Person, work: (ctx: ProjectCtx) => Promise<T>) =>
  inTenant(who, (ctx) => work({ ...ctx, projectId: who.projectId }))

export async function transactionOf(id: string) {
  const [row] = await inWorker(({ db }) => db.select().from(transactions).where(eq(transactions.id, id)))
  return row
}

export const approve = (who: Person, approvalId: string, note = '') =>
  as(who, (ctx) => approveTransaction(ctx, { approvalId, note }))
export const reject = (who: Person, approvalId: string, note = '') =>
  as(who, (ctx) => rejectTransaction(ctx, { approvalId, note }))
export const list = (who: Person, state: 'pending' | 'decided') =>
  as(who, (ctx) => listApprovals(ctx, { state, page: 1 }))
export const auditOf = (approvalId: string) =>
  inWorker(({ db }) => db.select().from(auditLog).where(eq(auditLog.target, approvalId)))
