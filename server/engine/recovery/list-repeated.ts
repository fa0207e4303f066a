import { eq, inArray } from 'drizzle-orm'
import { businesses, recoveries, transactions } from '@/db/schema'
import type { RepeatedView } from '@/schemas/recovery/contract'
import { listChains } from '@/server/chains/registry'
import type { OperatorCtx } from '@/server/ctx'
import { formatAmount } from '@/server/money/amount'
import { type LostTransactionRef, listLost } from '@/server/recovery/lost-transactions'

/** The transactions that wait for an operator because they may be on their chains already. */
export async function listRepeated(ctx: OperatorCtx): Promise<RepeatedView[]> {
  const held = await listLost(ctx.db, 'held')
  if (held.length === 0) return []
  const rows = await loadRows(ctx, held)
  const names = new Map((await listChains()).map(({ chainId, name }) => [chainId, name]))
  return held.flatMap((lost) => {
    const row = rows.find(
      ({ transaction, recoveryId }) => transaction.id === lost.heldId && recoveryId === lost.recoveryId,
    )
    return row ? [toView(lost, row, names.get(lost.chainId) ?? String(lost.chainId))] : []
  })
}

async function loadRows({ db }: OperatorCtx, held: readonly LostTransactionRef[]) {
  const ids = held.flatMap(({ heldId }) => heldId ?? [])
  const rows = await db
    .select({ transaction: transactions, businessName: businesses.name })
    .from(transactions)
    .innerJoin(businesses, eq(businesses.id, transactions.businessId))
    .where(inArray(transactions.id, ids))
  const entered = await db
    .select({ id: recoveries.id, enteredAt: recoveries.enteredAt })
    .from(recoveries)
    .where(inArray(recoveries.id, [...new Set(held.map(({ recoveryId }) => recoveryId))]))
  return rows.flatMap((row) => entered.map(({ id, enteredAt }) => ({ ...row, recoveryId: id, enteredAt })))
}

type Row = Awaited<ReturnType<typeof loadRows>>[number]

function toView(
  lost: LostTransactionRef,
  { transaction, businessName, enteredAt }: Row,
  chainName: string,
): RepeatedView {
  const { id, fromAddress, toAddress, tokenAddress, amountUnits, decimals, idempotencyKey, createdAt } = transaction
  const amount = formatAmount(amountUnits, decimals)
  return {
    ...{ transactionId: id, chainId: lost.chainId, chainName, businessName, fromAddress },
    database: { createdAt: createdAt.toISOString(), toAddress, amount, tokenAddress, idempotencyKey },
    chain: { hash: lost.hash, toAddress: lost.toAddress, nonce: lost.nonce, recoveredAt: enteredAt.toISOString() },
  }
}
