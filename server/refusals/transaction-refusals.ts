import { MESSAGES } from './messages'
import type { Refusal } from './refusal'

/** Causes about wallets, chains and transactions. */
export const TRANSACTION_REFUSALS = {
  wallet_foreign: {
    kind: 'forbidden',
    message: MESSAGES.foreignWallet,
    means: 'The wallet belongs to another business, or is bound to another project.',
  },
  testnets_only: {
    kind: 'forbidden',
    message: MESSAGES.testnetsOnly,
    means: 'The project is limited to testnets and the call uses a mainnet.',
  },
  wallet_not_found: { kind: 'not_found', message: 'Wallet not found', means: 'The business has no such wallet.' },
  transaction_not_found: {
    kind: 'not_found',
    message: 'Transaction not found',
    means: 'The business has no such transaction.',
  },
  transaction_ended: {
    kind: 'conflict',
    message: 'The transaction has ended: nothing can change it any more',
    means: 'The transaction is COMPLETED or FAILED.',
  },
  transaction_in_block: {
    kind: 'conflict',
    message: 'A block holds the transaction already',
    means: 'The transaction was mined and becomes final automatically.',
  },
  transaction_not_sent: {
    kind: 'conflict',
    message: 'The transaction was not sent yet: there is nothing to speed up',
    means: 'Only a transaction that was sent and is in no block can be sped up.',
  },
  transaction_not_replaceable: {
    kind: 'conflict',
    message: 'It was sent, and on Solana it can only be included or expire',
    means:
      'On Solana a replacement could be included in addition to the original, so a sent transaction is never replaced.',
  },
  transaction_moved_on: {
    kind: 'conflict',
    message: 'The transaction has moved on: read it again',
    means: 'The stage of the transaction changed during the call.',
  },
  chain_unavailable: {
    kind: 'not_found',
    message: MESSAGES.noRpc,
    means: 'The chain is unknown, or switched off here.',
  },
  wallet_deactivated: {
    kind: 'failed',
    message: MESSAGES.walletInactive,
    means: 'The wallet was deactivated, which is final.',
  },
  sweep_rule_not_found: {
    kind: 'not_found',
    message: 'Sweep rule not found',
    means: 'The project has no such sweep rule.',
  },
  sweep_rule_exists: {
    kind: 'conflict',
    message: 'Another rule sweeps these wallets',
    means: 'The project has a sweep rule for the same purpose, chain and asset: change or delete that.',
  },
  sweep_rules_feed: {
    kind: 'conflict',
    message: 'The rules would feed each other',
    means:
      'The rule covers the purpose of a wallet to which it, or another rule of the business, sweeps the same asset.',
  },
  address_blocked: {
    kind: 'failed',
    message: 'The address is blocked',
    means:
      'The request names an address on a list of blocked addresses, of your business or of the platform: nothing is sent to it, and it gets no right to spend.',
  },
  blocked_address_not_found: {
    kind: 'not_found',
    message: 'Blocked address not found',
    means: 'The list of the business has no such entry, or it was removed.',
  },
  policy_recipient: {
    kind: 'failed',
    message: 'Policy: not an allowed recipient',
    means: 'A policy restricts recipients, and this recipient is not allowed.',
  },
  policy_method: {
    kind: 'failed',
    message: 'Policy: not an allowed method',
    means: 'A policy restricts contract methods, and this one is not allowed.',
  },
  policy_limit: {
    kind: 'failed',
    message: 'Policy: above the limit',
    means: 'The value is above a limit of a policy, alone or with what was spent in 24 hours.',
  },
  policy_unreadable: {
    kind: 'failed',
    message: 'Policy: what this moves cannot be determined',
    means: 'A policy restricts amounts or recipients, and this call does not show them: allow its method by name.',
  },
  policy_unpriced: {
    kind: 'failed',
    message: 'Policy: the asset has no price in USD now',
    means: 'A policy has limits in USD, and the asset has no price now.',
  },
  block_not_found: {
    kind: 'not_found',
    message: 'The chain has no such block',
    means: 'No block has this number yet, or the nodes no longer keep it.',
  },
  no_contract: {
    kind: 'failed',
    message: 'No contract at this address',
    means: 'The address had no code at that block, so a result would be meaningless.',
  },
  call_reverted: {
    kind: 'failed',
    message: 'The contract refused the call',
    means: 'The function reverted. `data` has the decoded error.',
  },
  result_unreadable: {
    kind: 'failed',
    message: 'The answer does not fit the declaration',
    means: 'The result cannot be decoded as declared, or is too large.',
  },
  raw_digest: {
    kind: 'failed',
    message: '32 bytes are not signed: they may be the hash of something else',
    means:
      'The message has exactly 32 bytes. Contracts accept a signature over a hash as consent to the hashed content.',
  },
  resembles_transaction: {
    kind: 'failed',
    message: 'The message can be read as a transaction',
    means:
      'The message can be read as a transaction, an authorization or another form of signed data: it is not signed.',
  },
  message_moves_money: {
    kind: 'failed',
    message: 'The typed data may move what the wallet holds',
    means:
      'Permits, orders and similar messages move assets without a transaction. Only supported permits are signed, and only if a method rule of a policy names the token; the message says what is missing.',
  },
  wallet_technical: {
    kind: 'failed',
    message: 'The wallet runs a token: it signs no messages',
    means: 'A wallet that is the `tokenAdmin` of a token can only act through the operations of that token.',
  },
  reverted: {
    kind: 'failed',
    message: 'The transaction reverted',
    means: 'The chain refused the transaction, in simulation or in a block. `data` is the FAILED record.',
  },
  transaction_failed: {
    kind: 'failed',
    message: 'The transaction failed',
    means: 'The transaction ended without being executed. `data` is the FAILED record, `error` in it says why.',
  },
  token_takes_fee: {
    kind: 'failed',
    message: 'The token takes a fee of each transfer',
    means: 'The token withholds a part of each transfer, so that the recipient would get less: nothing was sent.',
  },
  token_refused: {
    kind: 'failed',
    message: 'The token refused the transfer',
    means: 'The token returns false instead of reverting: nothing was sent. `data` is the FAILED record.',
  },
  token_moved_nothing: {
    kind: 'failed',
    message: 'The token moved nothing',
    means:
      'The token accepts the transfer and moves nothing. `data` is the FAILED record; with a `txHash`, its gas was spent.',
  },
  chain_unreachable: {
    kind: 'unavailable',
    message: 'The chain cannot be reached right now. Please try again.',
    means: 'No node of the chain responds now: send the call again shortly.',
  },
  price_unavailable: {
    kind: 'unavailable',
    message: MESSAGES.priceUnavailable,
    means: 'Gas cannot be priced now: send the call again shortly.',
  },
  key_service_unavailable: {
    kind: 'unavailable',
    message: MESSAGES.keyServiceUnavailable,
    means: 'The key service does not respond: send the call again shortly.',
  },
} as const satisfies Record<string, Refusal>
