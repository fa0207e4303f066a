import { endpoint, reply } from '@/server/api/endpoint'
import { depositPage, listDepositsQuery } from './contract'
import { listDeposits } from './list-deposits'

export const listDepositsEndpoint = endpoint({
  id: 'listDeposits',
  method: 'GET',
  path: '/v1/wallet/deposits',
  summary: 'List deposits',
  description:
    'What arrived in your wallets, newest first: coins of the chain and tokens the platform knows (`GET /v1/wallet/chains`), from outside: what you move from one of your wallets to another is no deposit. Credit a deposit once its `stage` is `confirmed`, and once per `id`. On EVM chains coins that a contract sends inside a transaction leave no trace that is read; `balances` has them.',
  tags: ['Wallets'],
  auth: 'liveKey',
  scope: 'wallet:read',
  capability: 'wallet.transfer.read',
  rateLimit: 'read',
  query: listDepositsQuery,
  replies: { 200: depositPage },
  async handle({ ctx, query }) {
    const { items, pagination } = await listDeposits(ctx, query)
    return reply(200, 'Deposits retrieved', { items, pagination })
  },
})
