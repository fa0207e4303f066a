/**
 * `seen` in a block that may still be replaced; `confirmed` by the chain's finality rule; `reverted` if its block was
 * removed.
 */
export const DEPOSIT_STAGES = ['seen', 'confirmed', 'reverted'] as const
export type DepositStage = (typeof DEPOSIT_STAGES)[number]

/** The kinds of deposit events that the webhook endpoints of a project receive. */
export type DepositKind = `wallet.deposit.${'confirmed' | 'reverted' | 'screened' | 'cleared'}`

/**
 * A deposit from a blocked address. It is flagged until a person decides. Then it is kept (it stays flagged and needs
 * no decision) or cleared, so that sweeps include it.
 */
export const SCREENING_STATUSES = ['FLAGGED', 'KEPT', 'CLEARED'] as const
export type ScreeningStatus = (typeof SCREENING_STATUSES)[number]

/** The list that named the sender: the business's, whose owners decide, or the platform's, whose operators do. */
export const SCREENING_LISTS = ['BUSINESS', 'OPERATOR'] as const
export type ScreeningList = (typeof SCREENING_LISTS)[number]
