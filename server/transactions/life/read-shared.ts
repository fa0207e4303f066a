import { and, eq, gt, isNull } from 'drizzle-orm'
import { transactionShares } from '@/db/schema'
import type { TransactionView } from '@/schemas/transactions/contract'
import type { SharedTransaction } from '@/schemas/transactions/life/contract'
import { appendAudit } from '@/server/audit/append-audit'
import { findChain } from '@/server/chains/registry'
import { type Actor, inTenantReading, inWorker } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { figuresOf } from '@/server/money/shortfall'
import { hashLinkToken } from '@/server/people/links/link-token'
import { getTransaction } from '@/server/transactions/get-transaction'
import { readRows } from './get-lifecycle'
import type { LifeRows } from './life-rows'
import { toLifecycleEvents } from './to-lifecycle-events'

const VISITOR = { type: 'system', id: 'visitor' } as const satisfies Actor

/**
 * The view of a transaction behind a read-only link. The first opening is audited. Throws failed, with the same message
 * for a link that never existed, was revoked or expired.
 */
export async function readShared({
  token,
  requestId,
}: {
  token: string
  requestId: string
}): Promise<SharedTransaction> {
  const share = await openShare(token, requestId)
  const { businessId, projectId, transactionId, expiresAt } = share
  return inTenantReading({ businessId, projectId, actor: VISITOR, requestId }, async (ctx) => {
    const [rows, whole] = await Promise.all([readRows(ctx, transactionId), getTransaction(ctx, transactionId)])
    const error = rows.approval?.status === 'rejected' ? 'Rejected' : withoutFigures(whole)
    const shown = anonymous(rows, error ?? null)
    const chain = await findChain(whole.chainId)
    const { tokenAddress } = whole
    const token = chain?.tokens.find(({ address }) => address === tokenAddress)
    return {
      transaction: {
        id: whole.id,
        type: whole.type,
        chainType: whole.chainType,
        network: whole.network,
        chainId: whole.chainId,
        fromAddress: whole.fromAddress,
        toAddress: whole.toAddress,
        amount: whole.amount,
        tokenAddress,
        txHash: whole.txHash,
        explorerTxUrl: whole.explorerTxUrl,
        status: whole.status,
        stage: whole.stage,
        confirmations: whole.confirmations,
        createdAt: whole.createdAt,
        error,
      },
      chainName: chain?.name ?? `Chain ${whole.chainId}`,
      symbol: tokenAddress ? (token?.symbol ?? null) : (chain?.nativeSymbol ?? null),
      blockNumber: rows.row.blockNumber?.toString() ?? null,
      moments: toLifecycleEvents(shown).map(({ row: _row, ...moment }) => moment),
      expiresAt: expiresAt.toISOString(),
    }
  })
}

/** The error without the figures of a shortfall at its end: they reveal the balance of the business or its wallet. */
function withoutFigures({ error, shortfall }: TransactionView): TransactionView['error'] {
  const figures = shortfall ? `: ${figuresOf(shortfall)}` : ''
  return figures !== '' && error?.endsWith(figures) ? error.slice(0, -figures.length) : error
}

/** The open link of a token; records its first opening. */
async function openShare(token: string, requestId: string): Promise<typeof transactionShares.$inferSelect> {
  return inWorker(async ({ db, now }) => {
    const isIt = and(
      eq(transactionShares.tokenHash, hashLinkToken(token)),
      isNull(transactionShares.revokedAt),
      gt(transactionShares.expiresAt, now()),
    )
    const [share] = await db.select().from(transactionShares).where(isIt)
    if (!share) throw new ApiError('failed', 'This link was revoked or has expired. Ask for a new one.')
    if (share.firstOpenedAt) return share
    const [first] = await db
      .update(transactionShares)
      .set({ firstOpenedAt: now() })
      .where(and(isIt, isNull(transactionShares.firstOpenedAt)))
      .returning({ id: transactionShares.id })
    if (first) {
      const { businessId, projectId, transactionId } = share
      const entry = { action: 'transaction.link_opened', target: transactionId, detail: { linkId: share.id } } as const
      await appendAudit({ db, businessId, projectId, actor: VISITOR, requestId, now }, entry)
    }
    return share
  })
}

/** The rows without names, reasons, amounts of the ledger, and addresses of destinations and RPC endpoints. */
function anonymous(rows: LifeRows, error: string | null): LifeRows {
  return {
    ...rows,
    row: { ...rows.row, error },
    request: null,
    decider: null,
    journals: [],
    approval: rows.approval && { ...rows.approval, reason: 'A second person has to approve it', note: null },
    userRequests: rows.userRequests.map((one) => ({ ...one, by: 'the sender', reason: '' })),
    attempts: rows.attempts.map((attempt) => ({ ...attempt, answers: [], outcomeDetail: null })),
    messages: rows.messages.map((message) => ({ ...message, url: '', error: null })),
  }
}
