/** The refusals of every operation that sends a transaction, which are about no field of it. */
export const SENDING_REFUSALS = {
  chain_unreachable: null,
  price_unavailable: null,
  balance_insufficient: null,
  gas_budget_spent: null,
  address_blocked: null,
  policy_recipient: null,
  policy_method: null,
  policy_limit: null,
  policy_unreadable: null,
  policy_unpriced: null,
} as const

/** The refusals of an operation that sends a transaction to the chain that `chainId` names. */
export const ON_CHAIN_ID = {
  chain_unavailable: 'chainId',
  testnets_only: 'chainId',
  ...SENDING_REFUSALS,
  reverted: null,
  transaction_failed: null,
} as const

/** The refusals of every operation of a wallet, by the field that names the wallet. */
export const ofWallet = <F extends string>(field: F) => ({
  wallet_not_found: field,
  wallet_foreign: field,
  wallet_deactivated: field,
})
