export const SWEEP_RULE_STATUSES = ['ACTIVE', 'PAUSED', 'STOPPED'] as const
/** The `stoppedReason` of a rule that a restored backup paused. */
export const RESTORED_REASON = 'restored'
export type SweepRuleStatus = (typeof SWEEP_RULE_STATUSES)[number]

/**
 * The reason why a rule checked a wallet: a deposit, a transfer of the business, the schedule of the rule, or a check
 * of balances.
 */
export const SWEEP_TRIGGERS = ['deposit', 'transfer', 'schedule', 'balance'] as const
export type SweepTrigger = (typeof SWEEP_TRIGGERS)[number]

/** The state of a wallet: due for a check, with an open transaction, or held after repeated failures. */
export const SWEEP_WALLET_STATES = ['DUE', 'OPEN', 'HELD'] as const
export type SweepWalletState = (typeof SWEEP_WALLET_STATES)[number]

export const SWEEP_STATES = ['OPEN', 'DONE', 'FAILED'] as const

/** The maximum for a project. */
export const MAX_SWEEP_RULES = 50

/** A failed wallet is retried after these waits, in minutes; one failure more holds it. */
export const SWEEP_RETRY_MINUTES = [10, 60, 360] as const

/** This number of held wallets stops their rule. */
export const HELD_WALLETS_LIMIT = 5

/** On mainnets a sweep must be worth at least this multiple of its fee. */
export const MIN_FEE_MULTIPLE = 3n
