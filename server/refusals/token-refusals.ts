import type { Refusal } from './refusal'

/** Causes about tokenized assets. What the contract itself refuses comes first. */
export const TOKEN_REFUSALS = {
  not_registered: {
    kind: 'failed',
    message: 'The wallet is not registered',
    means: 'The sending or receiving wallet is not registered with the token.',
  },
  frozen: { kind: 'failed', message: 'The wallet is frozen', means: 'The sending or receiving wallet is frozen.' },
  paused: { kind: 'failed', message: 'The token is paused', means: 'No holder may transfer until it is unpaused.' },
  locked_up: {
    kind: 'failed',
    message: 'The tokens are locked up',
    means: 'They were minted within the lock-up period.',
  },
  investor_limit: {
    kind: 'failed',
    message: 'The investor would hold too many',
    means: 'All wallets of the investor together would hold more than maxTokensPerInvestor.',
  },
  holder_limit: {
    kind: 'failed',
    message: 'There would be too many holders',
    means: 'One more investor would exceed maxShareholders.',
  },
  supply_limit: {
    kind: 'failed',
    message: 'The supply would be too large',
    means: 'No token may have more than 2^128 - 1 units, on Solana 2^64 - 1.',
  },
  insufficient_balance: {
    kind: 'failed',
    message: 'The wallet holds too few tokens',
    means: 'It holds less than the amount to move or burn.',
  },
  wallet_taken: {
    kind: 'failed',
    message: 'The wallet belongs to another investor',
    means: 'It is registered under another investorId: remove it first.',
  },
  wallet_holds_tokens: {
    kind: 'failed',
    message: 'The wallet still holds tokens',
    means: 'A registered wallet is removed once it holds none.',
  },
  wallet_runs_token: {
    kind: 'failed',
    message: 'The wallet runs a token',
    means:
      'It is the tokenAdmin of a token that has holders or is being issued or minted, and no other wallet can administer that token.',
  },
  token_closed: {
    kind: 'failed',
    message: 'The token is being paid back',
    means: 'It was called or has matured: it cannot be moved any more.',
  },
  insufficient_funds: {
    kind: 'failed',
    message: 'The tokenAdmin cannot fund the payment',
    means: 'It holds too little of the payment token: send it the amount in `message`, and repeat the call.',
  },
  payment_refused: {
    kind: 'failed',
    message: 'The holder cannot be paid',
    means:
      "The payment token cannot be transferred to the holder. On Solana, the holder's account is frozen or has another owner, or the token takes a fee or is paused.",
  },
  token_not_active: {
    kind: 'failed',
    message: 'The token is not active',
    means: 'It is not deployed yet, its deployment failed, or it was paid back.',
  },
  token_state: {
    kind: 'failed',
    message: 'The token is in that state already',
    means: 'It is paused, or not paused, already.',
  },
  coupon_not_due: {
    kind: 'failed',
    message: 'The coupon is not due yet',
    means: 'Its pay date has not come.',
  },
  coupon_done: { kind: 'failed', message: 'The coupon is paid', means: 'It was paid or canceled.' },
  not_callable: {
    kind: 'failed',
    message: 'The token cannot be paid back now',
    means: 'It is not callable, its callDate has not come, or a coupon before it is not paid.',
  },
  operation_open: {
    kind: 'conflict',
    message: 'This is being done already',
    means: 'Another operation for the same coupon or redemption is running, or one that excludes this one: read it.',
  },
  token_not_found: { kind: 'not_found', message: 'Token not found', means: 'The project has no such token.' },
  coupon_not_found: { kind: 'not_found', message: 'Coupon not found', means: 'The token has no such coupon.' },
  operation_not_found: {
    kind: 'not_found',
    message: 'Operation not found',
    means: 'The token has no such operation.',
  },
  tokenization_unsupported: {
    kind: 'invalid',
    message: 'The chain cannot carry this',
    means: 'Tokenized assets are not set up on the chain, or it has no such operation.',
  },
} as const satisfies Record<string, Refusal>
