import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { newId } from '@/db/new-id'
import { proposals, sessions, users } from '@/db/schema'
import { inOperator, inTenant, workerCtx } from '@/server/ctx'
import { decideRepeated } from '@/server/engine/recovery/decide-repeated'
import { listRepeated } from '@/server/engine/recovery/list-repeated'
import { requestLeave } from '@/server/engine/recovery/request-leave'
import { createApiKey } from '@/server/keys/create-api-key'
import { revokeApiKey } from '@/server/keys/revoke-api-key'
import { approveRefund } from '@/server/payments/refunds/decide-refund'
import { requestRefund } from '@/server/payments/refunds/request-refund'
import { approveProposal } from '@/server/proposals/decide-proposal'
import { findRecovery } from '@/server/recovery/find-recovery'
import { PROPOSAL_MUTATIONS } from '@/transport/proposals/mutations'

// A separate process: what people click in the portal, beside processes that are killed.
const order = z.discriminatedUnion('action', [
  z.object({ action: z.literal('signIn') }),
  z.object({ action: z.literal('makeKey'), businessId: z.uuid(), projectId: z.uuid() }),
  z.object({ action: z.literal('revokeKey'), businessId: z.uuid(), projectId: z.uuid(), keyId: z.uuid() }),
  z.object({ action: z.literal('refund'), receiptId: z.uuid(), kobo: z.string() }),
  z.object({ action: z.literal('leave') }),
  z.object({ action: z.literal('markAsSent') }),
])
const REASON = 'As the drill has it'
const MS_PER_HOUR = 3_600_000

const operators = ['One', 'Other'].map((name) => ({
  actor: { type: 'user' as const, id: newId(), name },
  requestId: newId(),
}))
const [one, other] = [operators[0], operators[1]]

async function applyDecision(): Promise<unknown> {
  if (!one || !other) throw new Error('it takes two people')
  const request = order.parse(JSON.parse(process.argv[2] ?? ''))
  const { db, now } = workerCtx()
  switch (request.action) {
    case 'signIn': {
      const [person] = await db.select({ id: users.id }).from(users).limit(1)
      const times = { lastSeenAt: now(), expiresAt: new Date(now().getTime() + MS_PER_HOUR) }
      const tokenHash = randomBytes(32).toString('hex')
      await db.insert(sessions).values({ id: newId(), tokenHash, userId: person?.id ?? '', ...times })
      return null
    }
    case 'makeKey':
      return inTenant(tenantOf(request), (ctx) => createApiKey({ ...ctx, ...request }, { environment: 'live' }))
    case 'revokeKey':
      return inTenant(tenantOf(request), (ctx) => revokeApiKey({ ...ctx, ...request }, { keyId: request.keyId }))
    case 'refund': {
      const input = {
        receiptId: request.receiptId,
        amountNgn: BigInt(request.kobo),
        to: 'PROVIDER' as const,
        reason: REASON,
      }
      const { refundId, state } = await inOperator(one, (ctx) => requestRefund(ctx, input))
      if (state === 'requested') await inOperator(other, (ctx) => approveRefund(ctx, { refundId }))
      return refundId
    }
    case 'leave': {
      const recovery = await findRecovery(workerCtx())
      if (!recovery) return 'left'
      const { state } = await inOperator(one, (ctx) => requestLeave(ctx, { recoveryId: recovery.id, reason: REASON }))
      await approveAll()
      return state
    }
    case 'markAsSent': {
      const held = await inOperator(one, (ctx) => listRepeated(ctx))
      for (const { transactionId } of held)
        await inOperator(one, (ctx) => decideRepeated(ctx, { transactionId, decision: 'sent', reason: REASON }))
      await approveAll()
      return held.length
    }
    default:
      return request satisfies never
  }
}

async function approveAll(): Promise<void> {
  if (!other) return
  const open = await workerCtx().db.select({ id: proposals.id }).from(proposals).where(eq(proposals.state, 'OPEN'))
  for (const { id } of open)
    await inOperator(other, (ctx) => approveProposal(ctx, { proposalId: id }, PROPOSAL_MUTATIONS))
}

function tenantOf({ businessId, projectId }: { businessId: string; projectId: string }) {
  const actor = one?.actor ?? { type: 'system' as const, id: 'system:faults' }
  return { businessId, projectId, actor, requestId: newId() }
}

const answer = await applyDecision()
process.stdout.write(`\n${JSON.stringify(answer ?? null)}\n`)
process.exit(0)
