import { sql } from 'drizzle-orm'
import { approveBatch } from '@/server/approvals/approve-batch'
import { listBatches } from '@/server/approvals/list-batches'
import { rejectBatch } from '@/server/approvals/reject-batch'
import { inTenant, workerCtx } from '@/server/ctx'
import { formatAmount } from '@/server/money/amount'
import { acceptBatch } from '@/server/transactions/accept-batch'
import { prepareBatch } from '@/server/transactions/prepare/prepare-batch'
import type { Step } from './plan-sequence'
import { asPerson, measure, NATIVE_DECIMALS, type Scene, type Taken, TOKEN_DECIMALS, walletOf } from './scene'

type BatchStep = Extract<Step, { do: 'batch' }>

/** Lines as one batch. Throws where the database has other lines than the answer says. */
export async function sendBatch(scene: Scene, { lines, allOrNothing }: BatchStep): Taken {
  const { tenant } = scene.customer
  const transfers = await Promise.all(lines.map((line) => toTransfer(scene, line)))
  const input = { transfers, allOrNothing }
  const prepared = await prepareBatch(tenant, input)
  const answer = await inTenant(tenant, (ctx) => acceptBatch(ctx, { input, prepared, claim: null }))
  const { batchId, accepted, refused } = answer
  const ids = answer.lines.flatMap(({ transactionId }) => transactionId ?? [])
  scene.accepted.push(...ids)
  const [row] = await workerCtx().db.execute<{ made: number }>(sql`
    select count(*)::int as made from transactions where batch_id = ${batchId}::uuid`)
  if (row?.made !== accepted || ids.length !== accepted || (allOrNothing && refused > 0 && accepted > 0))
    throw new Error(`batch ${batchId} has ${row?.made} lines, and ${accepted} were accepted, ${refused} refused`)
  return `${accepted} accepted, ${refused} refused as ${batchId}`
}

async function toTransfer(scene: Scene, { wallet, to, amount, cNGN }: BatchStep['lines'][number]) {
  const { customer } = scene
  const from = walletOf(scene, wallet)
  const units = cNGN ? BigInt(amount.percent) * 10_000n : await measure(scene, from, amount)
  return {
    fromAddress: from.address,
    toAddress: to === 'loot' ? customer.loot : walletOf(scene, wallet + 1).address,
    amount: formatAmount(units, cNGN ? TOKEN_DECIMALS : NATIVE_DECIMALS),
    chainType: 'EVM',
    chainId: customer.ground.chainId,
    cNGN,
  } as const
}

/** A second person decides about all lines of a batch that wait, as it is seen. */
export async function decideBatch(scene: Scene, approves: boolean): Taken {
  const [seen] = await asPerson(scene, (ctx) => listBatches(ctx))
  if (!seen) return 'no batch to decide'
  const verb = approves ? approveBatch : rejectBatch
  const { batchId, digest } = seen
  const { decided, refused } = await asPerson(scene, (ctx) => verb(ctx, { batchId, digest, note: '' }))
  return `${approves ? 'approved' : 'rejected'} ${decided} lines, ${refused.length} refused`
}
