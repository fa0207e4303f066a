import { SENDING_REFUSALS } from '@/server/transactions/sending-refusals'

/** The refusals of every operation that needs a token's chain. */
export const ON_CHAIN = {
  chain_unavailable: null,
  testnets_only: null,
  ...SENDING_REFUSALS,
  wallet_not_found: null,
  wallet_foreign: null,
  wallet_deactivated: null,
  transaction_failed: null,
} as const

/** The refusals of an operation on a token that exists. */
export const ON_TOKEN = { ...ON_CHAIN, token_not_found: 'id', token_not_active: null, token_closed: null } as const

/** The refusals of the token's own contract. */
export const BY_CONTRACT = {
  not_registered: null,
  frozen: null,
  paused: null,
  locked_up: null,
  investor_limit: null,
  holder_limit: null,
  supply_limit: null,
  insufficient_balance: null,
} as const
