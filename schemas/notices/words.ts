/** The kinds of notices to a business. */
export const NOTICE_KINDS = [
  'approval_waiting',
  'destination_failing',
  'balance_low',
  'plan_ending',
  'payment_exception',
  'coupon_unfunded',
  'sweep_stopped',
  'deposit_screened',
  'policy_restored',
  'allowlist_closed',
  'wallets_restored',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/**
 * The display name of each kind, the page of a project where it is resolved, and whether it is emailed: events with
 * another email (docs/payments.md) are not emailed twice.
 */
export const NOTICES = {
  approval_waiting: { name: 'Approvals waiting', page: 'approvals', action: 'Open approvals', isMailed: true },
  destination_failing: { name: 'Failing destinations', page: 'endpoints', action: 'Open endpoints', isMailed: true },
  balance_low: { name: 'Low balance', page: 'balance', action: 'Top up', isMailed: true },
  plan_ending: { name: 'Plan ending', page: 'plans', action: 'Open plans', isMailed: false },
  payment_exception: { name: 'Payment exceptions', page: 'payments', action: 'Open payments', isMailed: false },
  sweep_stopped: { name: 'Sweep rules that stopped', page: 'sweeps', action: 'Open sweep rules', isMailed: true },
  deposit_screened: {
    ...{ name: 'Deposits from blocked addresses', page: 'screening', action: 'Open address screening', isMailed: true },
  },
  policy_restored: { name: 'Policies after a restore', page: 'policy', action: 'Open policy', isMailed: true },
  allowlist_closed: {
    ...{ name: 'IP allowlists after a restore', page: 'allowlist', action: 'Open IP allowlist', isMailed: true },
  },
  wallets_restored: {
    ...{ name: 'Wallets after a restore', page: 'wallets', action: 'Open wallets', isMailed: true },
  },
  coupon_unfunded: { name: 'Coupons due and not funded', page: 'tokens', action: 'Open tokens', isMailed: true },
} as const satisfies Record<NoticeKind, { name: string; page: string; action: string; isMailed: boolean }>

/** A person's choice of emails for a kind: none, one for each notice, or one daily email about all of them. */
export const MAILINGS = ['off', 'at_once', 'daily'] as const
export type Mailing = (typeof MAILINGS)[number]

/** The audit log's action for such a choice. */
export const MAILING_CHOSEN = 'notice.mailing_chosen'

/** The UTC hour at which daily emails are sent: people and projects have no time zone. */
export const DIGEST_HOUR = 8

/** The kinds of channels that a project's notices can be sent to; email is each member's own choice. */
export const NOTICE_CHANNEL_KINDS = ['slack', 'discord', 'pagerduty', 'pagerduty_eu', 'webhook'] as const
export type NoticeChannelKind = (typeof NOTICE_CHANNEL_KINDS)[number]
/** Per project. */
export const MAX_NOTICE_CHANNELS = 10
