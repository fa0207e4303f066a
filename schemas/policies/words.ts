/** A rule for this address, with any method, allows a project to deploy contracts. */
export const DEPLOYMENT_ADDRESS = '0x0000000000000000000000000000000000000000'

/** The codes with which a policy refuses. */
export const POLICY_CODES = [
  'policy_recipient',
  'policy_method',
  'policy_limit',
  'policy_unreadable',
  'policy_unpriced',
] as const
export type PolicyCode = (typeof POLICY_CODES)[number]

/** A USD amount as a person types it, with at most six decimals. */
export const USD_TEXT = /^\d{1,12}(\.\d{1,6})?$/
export const USD_PROBLEM = 'Enter an amount such as 250 or 250.50'
