import { type PolicyScope, policyInput, policyScope } from '@/schemas/policies/contract'
import type { TenantCtx } from '@/server/ctx'
import { getPolicy } from '@/server/policies/get-policy'
import { listPolicyChanges } from '@/server/policies/list-policy-changes'
import { savePolicy } from '@/server/policies/save-policy'
import { businessProcedure } from '@/server/trpc/business-procedures'
import { REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'

export const policiesRouter = router({
  get: businessProcedure('viewer')
    .input(policyScope)
    .query(({ ctx, input }) => getPolicy(within(ctx, input.scope))),
  listChanges: businessProcedure('viewer')
    .input(policyScope)
    .query(({ ctx, input }) => listPolicyChanges(within(ctx, input.scope))),
  save: businessProcedure('owner')
    .meta(REQUIRES_FRESH_PROOF)
    .input(policyInput.extend(policyScope.shape))
    .mutation(({ ctx, input: { scope, ...policy } }) => savePolicy(within(ctx, scope), policy)),
})

/** A policy of the business is seen and set from any of its projects. */
function within(ctx: TenantCtx, scope: PolicyScope): TenantCtx {
  return scope === 'business' ? { ...ctx, projectId: null } : ctx
}
