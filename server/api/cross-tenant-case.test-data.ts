import type { Sent } from '@/server/testing/doors'

export const FOREIGN_WALLET = 'Unauthorized: Cannot access wallet from other business'
export const CHAIN_ID = 84532

/** What the other business has. */
export type Theirs = {
  walletId: string
  address: string
  transactionId: string
  entryId: string
  subscriptionId: string
  logId: string
  endpointId: string
  blockedAddressId: string
  ruleId: string
  paymentId: string
  planSubscriptionId: string
  tokenId: string
}

/** A name of another business in a request, and the refusal. */
export type Case = {
  name: string
  operation: string
  call: (theirs: Theirs) => Pick<Sent, 'path' | 'body'>
  expected: [status: number, message: string, code: string, param: string]
}
