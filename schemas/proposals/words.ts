export const PROPOSAL_MUTATIONS = [
  'credit',
  'rate',
  'leave_recovery',
  'decide_repeated',
  'chain',
  'token',
  'deposit_token',
  'price',
  'rate_source',
  'gas_budget',
  'plan_gas',
  'offer_token',
  'invite_member',
  'invite_staff',
  'reset_staff_password',
  'export_seed',
  'endpoint',
  'reset_staff_factor',
  'plan',
  'clear_deposit',
] as const
export type ProposalMutation = (typeof PROPOSAL_MUTATIONS)[number]

/** Above this amount in kobo a second person has to approve any mutation: a million naira. */
export const SECOND_PERSON_ABOVE_MINOR = 100_000_000n

/** A proposal is valid for a day, because prices and balances change after that. */
export const PROPOSAL_TERM_MS = 24 * 3_600_000
