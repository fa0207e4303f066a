import { asc, eq } from 'drizzle-orm'
import { depositAccounts, paymentReceipts } from '@/db/schema'
import type { ExceptionView } from '@/schemas/payments/exceptions/contract'
import type { OperatorCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { toExceptionView } from './view'

const MAX = 200

/** Money that waits for an operator, oldest first. */
export async function listExceptions({ db }: OperatorCtx): Promise<Rows<ExceptionView>> {
  const rows = await db
    .select({
      receipt: paymentReceipts,
      account: { tokenSymbol: depositAccounts.tokenSymbol, decimals: depositAccounts.decimals },
    })
    .from(paymentReceipts)
    .leftJoin(depositAccounts, eq(depositAccounts.id, paymentReceipts.accountId))
    .where(eq(paymentReceipts.outcome, 'SUSPENSE'))
    .orderBy(asc(paymentReceipts.receivedAt), asc(paymentReceipts.id))
    .limit(MAX)
  return { items: rows.map(({ receipt, account }) => toExceptionView(receipt, account)) }
}
