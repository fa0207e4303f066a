import { eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { recoveries, transactions } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { CHAIN_ID } from './mutation-chain'

/** Has a queued transaction wait for an operator, as one that may be on its chain already. Returns its id. */
export async function heldTransaction(transactionId: string): Promise<string> {
  const { db } = workerCtx()
  const [row] = await db
    .update(transactions)
    .set({ stage: 'awaiting_approval', needsOperator: 'It may be on its chain' })
    .where(eq(transactions.id, transactionId))
    .returning()
  if (!row) throw new Error('no such transaction')
  const hash = `0x${newId().replaceAll('-', '').padStart(64, '0')}`
  const sent = {
    hash,
    fromAddress: row.fromAddress,
    toAddress: row.toAddress,
    value: '1',
    nonce: 0,
    data: '0x',
    raw: '02',
  }
  const fees = { gasLimit: '21000', maxFeePerGas: '1', maxPriorityFeePerGas: '1' }
  await db.insert(recoveries).values({
    ...{ cause: 'restored', message: 'A backup was restored', leftAt: new Date(), leftBy: 'system:test' },
    lost: [{ chainId: CHAIN_ID, ...sent, ...fees, heldId: transactionId }],
  })
  return transactionId
}
