/** Seen in a block that may still be replaced; confirmed by the chain's own rule; reverted where its block is gone. */
export const DEPOSIT_STAGES = ['seen', 'confirmed', 'reverted'] as const
export type DepositStage = (typeof DEPOSIT_STAGES)[number]

/** The kinds of deposit events that the webhook endpoints of a project receive. */
export type DepositKind = `wallet.deposit.${'confirmed' | 'reverted'}`
