import { CAPABILITIES, type Capability } from '@/db/capabilities'
import type { Uses } from '@/schemas/usage/words'
import type { GrantedAccess } from '@/server/projects/find-project-access'
import { meterUses } from '@/server/usage/meter'
import type { Endpoint } from './endpoint'

type Call = {
  access: GrantedAccess
  input: { params: unknown; query: unknown; body: unknown }
  capability: Capability | undefined
}

/**
 * Counts a call, and what the endpoint says it uses beside, against the plan of the product that sells it; what no
 * product sells is not metered. Answers how to take it back. Throws quota_exceeded.
 */
export async function meterCall(
  { uses }: Pick<Endpoint, 'uses'>,
  { access, input, capability }: Call,
): Promise<() => void> {
  if (!capability) return () => {}
  const { productId } = CAPABILITIES[capability]
  const plan = access.metered.get(productId)
  if (!plan) return () => {}
  const beside: Uses | undefined = typeof uses === 'function' ? uses(input) : uses
  const { businessId, projectId } = access
  return meterUses({ businessId, projectId, productId, plan, uses: { 'api.calls': 1, ...beside }, now: new Date() })
}
