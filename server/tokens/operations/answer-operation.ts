import type { Claim } from '@/server/api/claim'
import { reply } from '@/server/api/endpoint'
import type { TenantCtx } from '@/server/ctx'
import { requireProject } from '@/server/projects/require-project'
import { requestName } from '@/server/transactions/intent-id'
import type { PreparedOperation } from './prepare-operation'
import { startOperation } from './start-operation'

type Call = {
  ctx: TenantCtx
  prepared: PreparedOperation & Pick<Parameters<typeof startOperation>[1], 'wallets' | 'payout'>
  claim: Claim | null
}

/** The reply of every operation: 202 with its record, or 422 with a FAILED record if the token refuses it. */
export async function answerOperation({ ctx, prepared, claim }: Call) {
  const operation = await startOperation(requireProject(ctx), prepared, await requestName(ctx, claim))
  const made = { resourceId: operation.operationRef }
  if (!prepared.refusal) return reply(202, 'Operation accepted', operation, made)
  return reply(422, prepared.refusal.error, operation, { ...made, code: prepared.refusal.code })
}
