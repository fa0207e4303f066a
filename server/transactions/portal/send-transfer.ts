import type { TransactionView } from '@/schemas/transactions/contract'
import type { TransferEstimate } from '@/schemas/transactions/estimate/contract'
import type { Tenant, TenantCtx } from '@/server/ctx'
import { acceptTransaction } from '@/server/transactions/accept-transaction'
import { estimateTransfer, prepareEstimate } from '@/server/transactions/estimate-transfer'
import type { RequestName } from '@/server/transactions/intent-id'
import { prepareTransfer, transferIntent } from '@/server/transactions/prepare/prepare-transfer'
import { readUnderReference } from '@/server/transactions/tags'
import { type EstimateSendInput, type SendInput, toTransferInput } from './send-contract'

type PortalCtx = {
  tenant: Tenant
  /** Runs what reads or writes the database, once, with the name of the form that was sent. */
  inTransaction: <T>(work: (ctx: TenantCtx, name: RequestName) => Promise<T>) => Promise<T>
}

export type SentTransfer = Pick<TransactionView, 'id' | 'status'> & {
  /** An earlier request made it under the same reference, and nothing was sent. */
  isRepeated: boolean
}

/**
 * Accepts a transfer from the portal, or returns the one that the same request made under its reference before. Throws
 * the same errors as `POST /v1/wallet/transaction`.
 */
export async function sendTransfer(ctx: PortalCtx, input: SendInput): Promise<SentTransfer> {
  const transfer = toTransferInput(input)
  try {
    const prepared = await prepareTransfer(ctx.tenant, transfer)
    const sent = await ctx.inTransaction((txCtx, name) => acceptTransaction(txCtx, transferIntent(prepared, name)))
    return { id: sent.id, status: sent.status, isRepeated: false }
  } catch (error) {
    // As for callers of the API, the reference is checked first: current policies may refuse a transfer that was
    // accepted before.
    const made = await readUnderReference(ctx.tenant, 'TRANSFER', transfer)
    if (made === null) throw error
    return { id: made.id, status: made.status, isRepeated: true }
  }
}

/** Estimates a transfer from the portal. Throws the same errors as `POST /v1/wallet/transaction/estimate`. */
export async function estimateSend(ctx: PortalCtx, input: EstimateSendInput): Promise<TransferEstimate> {
  const prepared = await prepareEstimate(ctx.tenant, toTransferInput(input))
  return ctx.inTransaction((txCtx) => estimateTransfer(txCtx, prepared))
}
