import type { TransactionView } from '@/schemas/transactions/contract'
import type { TransferEstimate } from '@/schemas/transactions/estimate/contract'
import type { Tenant, TenantCtx } from '@/server/ctx'
import { acceptTransaction } from '@/server/transactions/accept-transaction'
import { estimateTransfer, prepareEstimate } from '@/server/transactions/estimate-transfer'
import type { RequestName } from '@/server/transactions/intent-id'
import { prepareTransfer, transferIntent } from '@/server/transactions/prepare/prepare-transfer'
import { type SendInput, toTransferInput } from './send-contract'

type PortalCtx = {
  tenant: Tenant
  /** Runs what reads or writes the database, once, with the name of the form that was sent. */
  inTransaction: <T>(work: (ctx: TenantCtx, name: RequestName) => Promise<T>) => Promise<T>
}

/** Accepts a transfer from the portal. Throws the same errors as `POST /v1/wallet/transaction`. */
export async function sendTransfer(ctx: PortalCtx, input: SendInput): Promise<TransactionView> {
  const prepared = await prepareTransfer(ctx.tenant, toTransferInput(input))
  return ctx.inTransaction((own, name) => acceptTransaction(own, transferIntent(prepared, name)))
}

/** Estimates a transfer from the portal. Throws the same errors as `POST /v1/wallet/transaction/estimate`. */
export async function estimateSend(ctx: PortalCtx, input: SendInput): Promise<TransferEstimate> {
  const prepared = await prepareEstimate(ctx.tenant, toTransferInput(input))
  return ctx.inTransaction((own) => estimateTransfer(own, prepared))
}
