import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { newId } from '@/db/new-id'
import { paymentReceipts, paymentRefunds } from '@/db/schema'
import { seededRandom } from '@/e2e/faults/random'
import { inOperator, workerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { approveRefund, dropRefund } from '@/server/payments/refunds/decide-refund'
import { requestRefund } from '@/server/payments/refunds/request-refund'

// A separate process, which may be killed at a fault point: it serves the pages where operators request refunds.
const order = z.object({ seed: z.number(), count: z.number() })
const REASON = 'As the run has it'

async function main(): Promise<void> {
  const { seed, count } = order.parse(JSON.parse(process.argv[2] ?? ''))
  const random = seededRandom(seed)
  const operators = ['One', 'Other'].map((name) => ({ id: newId(), name }))
  const reported: string[] = []
  // A process before this one may have died between two people.
  await agree(operators)
  for (let n = 0; n < count; n++) {
    const receipts = await workerCtx()
      .db.select({ id: paymentReceipts.id, units: paymentReceipts.units })
      .from(paymentReceipts)
      .where(
        and(
          eq(paymentReceipts.provider, 'sandbox'),
          inArray(paymentReceipts.outcome, ['SETTLED', 'CREDITED', 'SUSPENSE']),
        ),
      )
    const receipt = receipts[random.between(0, receipts.length - 1)]
    if (!receipt) break
    const isWhole = random.chance(0.5)
    const amountNgn = isWhole ? receipt.units : (receipt.units * BigInt(random.between(1, 110))) / 100n + 1n
    const to = random.chance(0.7) ? ('PROVIDER' as const) : ('BALANCE' as const)
    const request = { receiptId: receipt.id, amountNgn, to, reason: REASON }
    // Two people request the same at once: at most one succeeds.
    const asked = await Promise.all(
      operators.map((who) => attempt(() => inOperator(as(who), (ctx) => requestRefund(ctx, request)))),
    )
    reported.push(...asked)
    await agree(operators)
  }
  // More than a pipe takes at once: what is not read yet is lost with the process.
  await new Promise((resolve) => process.stdout.write(`\n${JSON.stringify(reported)}\n`, resolve))
}

type Operator = { id: string; name: string }

/** Another operator approves, twice; what is no longer possible is dropped. */
async function agree(operators: readonly Operator[]): Promise<void> {
  const everybodyTwice = [...operators, ...operators]
  for (const refundId of await findWaiting())
    await Promise.all(
      everybodyTwice.map((who) => attempt(() => inOperator(as(who), (ctx) => approveRefund(ctx, { refundId })))),
    )
  for (const refundId of await findWaiting())
    await Promise.all(
      everybodyTwice.map((who) =>
        attempt(() => inOperator(as(who), (ctx) => dropRefund(ctx, { refundId, reason: REASON }))),
      ),
    )
}

async function findWaiting(): Promise<string[]> {
  const rows = await workerCtx()
    .db.select({ id: paymentRefunds.id })
    .from(paymentRefunds)
    .where(eq(paymentRefunds.state, 'REQUESTED'))
  return rows.map(({ id }) => id)
}

function as({ id, name }: Operator) {
  return { actor: { type: 'user' as const, id, name }, requestId: id }
}

async function attempt(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

await main()
process.exit(0)
