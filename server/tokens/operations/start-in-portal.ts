import type { OperationView } from '@/schemas/tokens/operations/contract'
import { refusal } from '@/server/errors'
import type { NewWallet } from '@/server/tokens/plans/plan-wallets'
import type { PortalCtx } from '@/server/tokens/portal/portal-ctx'
import type { OperationPlan, PayoutRow } from './plan'
import { type OperationRefusal, prepareOperation } from './prepare-operation'
import { startOperation } from './start-operation'

type Plan = OperationPlan & {
  earlyRefusal?: OperationRefusal | null
  wallets?: readonly NewWallet[]
  payout?: PayoutRow
}

/**
 * Simulates and opens an operation for a form. If its token refuses it, the refusal is thrown for the form and nothing
 * is recorded. Throws the errors of `prepareOperation` and `openOperation`.
 */
export async function startInPortal({ tenant, inTransaction }: PortalCtx, plan: Plan): Promise<OperationView> {
  const prepared = await prepareOperation(tenant, plan)
  if (prepared.refusal) throw refusal(prepared.refusal.code, { message: prepared.refusal.error })
  return inTransaction((ctx, name) => startOperation(ctx, prepared, name))
}
