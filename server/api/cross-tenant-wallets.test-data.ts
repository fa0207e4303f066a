import { v7 } from 'uuid'
import { type Case, CHAIN_ID, FOREIGN_WALLET } from './cross-tenant-case.test-data'

const RECIPIENT = '0x00000000000000000000000000000000000000AA'

const transferFrom = (fromAddress: string | number) => ({
  path: '/v1/wallet/transaction',
  body: { fromAddress, toAddress: RECIPIENT, amount: '1', chainType: 'EVM', chainId: CHAIN_ID },
})

const estimateFrom = (fromAddress: string | number) => ({
  ...transferFrom(fromAddress),
  path: '/v1/wallet/transaction/estimate',
})

const OF_SWEEP_RULE: [operation: string, after: string, body?: object][] = [
  ['GET /v1/wallet/sweeps/{id}', ''],
  ['PATCH /v1/wallet/sweeps/{id}', '', { status: 'PAUSED' }],
  ['DELETE /v1/wallet/sweeps/{id}', ''],
]

/** Wallets, transactions and sweep rules of another business. */
export const WALLET_CASES: readonly Case[] = [
  ...OF_SWEEP_RULE.flatMap(([operation, after, body]): Case[] =>
    (['their', 'an unknown'] as const).map((whose) => ({
      name: `${whose} sweep rule`,
      operation,
      call: ({ ruleId }) => ({ path: `/v1/wallet/sweeps/${whose === 'their' ? ruleId : v7()}${after}`, body }),
      expected: [404, 'Sweep rule not found', 'sweep_rule_not_found', 'id'],
    })),
  ),
  {
    name: 'their wallet as the target of a sweep rule',
    operation: 'POST /v1/wallet/sweeps',
    call: ({ address }) => ({
      path: '/v1/wallet/sweeps',
      body: { chainId: CHAIN_ID, toAddress: address, threshold: '1' },
    }),
    expected: [403, FOREIGN_WALLET, 'wallet_foreign', 'toAddress'],
  },
  {
    name: 'their wallet id',
    operation: 'POST /v1/wallet/hd/deactivate/{walletId}',
    call: ({ walletId }) => ({ path: `/v1/wallet/hd/deactivate/${walletId}` }),
    expected: [403, FOREIGN_WALLET, 'wallet_foreign', 'walletId'],
  },
  {
    name: 'their wallet id',
    operation: 'PATCH /v1/wallet/hd/{id}',
    call: ({ walletId }) => ({ path: `/v1/wallet/hd/${walletId}`, body: { label: 'mine' } }),
    expected: [403, FOREIGN_WALLET, 'wallet_foreign', 'id'],
  },
  {
    name: 'an unknown wallet id',
    operation: 'PATCH /v1/wallet/hd/{id}',
    call: () => ({ path: `/v1/wallet/hd/${v7()}`, body: { label: 'mine' } }),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'id'],
  },
  {
    name: 'an unknown wallet id',
    operation: 'POST /v1/wallet/hd/deactivate/{walletId}',
    call: () => ({ path: `/v1/wallet/hd/deactivate/${v7()}` }),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'walletId'],
  },
  {
    name: 'an index that only they have',
    operation: 'GET /v1/wallet/hd/address-index/{addressIndex}',
    call: () => ({ path: '/v1/wallet/hd/address-index/0?chainType=EVM' }),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'addressIndex'],
  },
  {
    name: 'the balances of an index that only they have',
    operation: 'GET /v1/wallet/hd/address-index/{addressIndex}/balances',
    call: () => ({ path: '/v1/wallet/hd/address-index/0/balances?chainType=EVM' }),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'addressIndex'],
  },
  {
    name: "their wallet's address",
    operation: 'POST /v1/wallet/transaction',
    call: ({ address }) => transferFrom(address),
    expected: [403, FOREIGN_WALLET, 'wallet_foreign', 'fromAddress'],
  },
  {
    name: "their wallet's address in lowercase",
    operation: 'POST /v1/wallet/transaction',
    call: ({ address }) => transferFrom(address.toLowerCase()),
    expected: [403, FOREIGN_WALLET, 'wallet_foreign', 'fromAddress'],
  },
  {
    name: 'an address of nobody',
    operation: 'POST /v1/wallet/transaction',
    call: () => transferFrom('0x00000000000000000000000000000000000000bb'),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'fromAddress'],
  },
  {
    name: 'an index that only they have',
    operation: 'POST /v1/wallet/transaction',
    call: () => transferFrom(0),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'fromAddress'],
  },
  {
    name: 'an estimate from an index that only they have',
    operation: 'POST /v1/wallet/transaction/estimate',
    call: () => estimateFrom(0),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'fromAddress'],
  },
  {
    name: 'an estimate from their wallet',
    operation: 'POST /v1/wallet/transaction/estimate',
    call: ({ address }) => estimateFrom(address),
    expected: [403, FOREIGN_WALLET, 'wallet_foreign', 'fromAddress'],
  },
  {
    name: 'an index that only they have',
    operation: 'POST /v1/wallet/hd/sign',
    call: () => ({
      path: '/v1/wallet/hd/sign',
      body: { chainType: 'EVM', chainId: CHAIN_ID, addressIndex: 0, transaction: { to: RECIPIENT, value: '1' } },
    }),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'addressIndex'],
  },
  {
    name: 'a contract call from an index that only they have',
    operation: 'POST /v1/wallet/contract/call',
    call: () => ({
      path: '/v1/wallet/contract/call',
      body: { addressIndex: 0, chainId: CHAIN_ID, to: RECIPIENT, function: 'function poke()' },
    }),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'addressIndex'],
  },
  {
    name: 'a message for an index that only they have',
    operation: 'POST /v1/wallet/hd/sign-message',
    call: () => ({ path: '/v1/wallet/hd/sign-message', body: { kind: 'text', addressIndex: 0, text: 'Hello' } }),
    expected: [404, 'Wallet not found', 'wallet_not_found', 'addressIndex'],
  },
  {
    name: 'their transaction',
    operation: 'GET /v1/wallet/transaction/{id}',
    call: ({ transactionId }) => ({ path: `/v1/wallet/transaction/${transactionId}` }),
    expected: [404, 'Transaction not found', 'transaction_not_found', 'id'],
  },
  ...['cancel', 'speed-up'].map(
    (mutation): Case => ({
      name: `their transaction, to ${mutation}`,
      operation: `POST /v1/wallet/transaction/{id}/${mutation}`,
      call: ({ transactionId }) => ({ path: `/v1/wallet/transaction/${transactionId}/${mutation}`, body: {} }),
      expected: [404, 'Transaction not found', 'transaction_not_found', 'id'],
    }),
  ),
  {
    name: 'an unknown transaction',
    operation: 'GET /v1/wallet/transaction/{id}',
    call: () => ({ path: `/v1/wallet/transaction/${v7()}` }),
    expected: [404, 'Transaction not found', 'transaction_not_found', 'id'],
  },
  {
    name: 'their wallet id as a transaction',
    operation: 'GET /v1/wallet/transaction/{id}',
    call: ({ walletId }) => ({ path: `/v1/wallet/transaction/${walletId}` }),
    expected: [404, 'Transaction not found', 'transaction_not_found', 'id'],
  },
]
