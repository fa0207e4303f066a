/**
 * The metered kinds of usage; each unit is counted once. Endpoints name the kinds that they use besides `api.calls`,
 * which every call of a product uses.
 */
const USAGE_KINDS = {
  'api.calls': { label: 'API calls', productIds: [1, 2, 3] },
  'wallets.created': { label: 'Wallets created', productIds: [1] },
  transfers: { label: 'Transfers', productIds: [1] },
  signatures: { label: 'Signatures', productIds: [1] },
} as const satisfies Record<string, { label: string; productIds: readonly number[] }>

export type UsageKind = keyof typeof USAGE_KINDS

/** The number of units of each kind that a call uses. */
export type Uses = Partial<Record<UsageKind, number>>

export const USAGE_KIND_NAMES = Object.keys(USAGE_KINDS).filter(isUsageKind)

/** The unit in which plans can price usage: a quota of this name counts all kinds, each at its plan's rate. */
export const CREDITS = 'credits'
export type MeteredName = UsageKind | typeof CREDITS

export function isUsageKind(name: string): name is UsageKind {
  return Object.hasOwn(USAGE_KINDS, name)
}

/** The name for display. */
export function meteredLabel(name: MeteredName): string {
  return isUsageKind(name) ? USAGE_KINDS[name].label : 'Credits'
}

/** The kinds that calls to a product use. */
export function kindsOfProduct(productId: number): UsageKind[] {
  return USAGE_KIND_NAMES.filter((kind) => {
    const productIds: readonly number[] = USAGE_KINDS[kind].productIds
    return productIds.includes(productId)
  })
}
