import type { Capability } from '@/db/capabilities'

/**
 * The remedy for a refusal that a payment resolves: another plan of a product, where `includes` names the capability
 * that it must have, or USD balance.
 */
export type Remedy = { plan: { productId: number; includes?: Capability } } | 'balance'

/** The page of the portal where a project's owner does it, from the root of the portal. */
export function remedyPath(remedy: Remedy, projectId: string): string {
  if (remedy === 'balance') return `/projects/${projectId}/balance`
  const { productId, includes } = remedy.plan
  const query = new URLSearchParams({ product: String(productId), ...(includes ? { includes } : {}) })
  return `/projects/${projectId}/plans?${query}`
}
