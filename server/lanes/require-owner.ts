import { eq } from 'drizzle-orm'
import { businesses, transactions } from '@/db/schema'
import type { TransactionOwner } from '@/schemas/lanes/contract'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'

/** The owner of a transaction. Throws not_found. */
export async function requireOwner({ db }: OperatorCtx, transactionId: string): Promise<TransactionOwner> {
  const [owner] = await db
    .select({
      businessId: transactions.businessId,
      projectId: transactions.projectId,
      businessName: businesses.name,
    })
    .from(transactions)
    .innerJoin(businesses, eq(businesses.id, transactions.businessId))
    .where(eq(transactions.id, transactionId))
  if (!owner) throw notFound('Transaction')
  return owner
}
