import { depositPage, listDepositsQuery } from '@/schemas/deposits/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { listDeposits } from '@/server/deposits/list-deposits'

export const listDepositsEndpoint = endpoint({
  id: 'listDeposits',
  method: 'GET',
  path: '/v1/wallet/deposits',
  summary: 'List deposits',
  description:
    'Lists the coins and supported tokens (`GET /v1/wallet/chains`) that your wallets received, newest first. Transfers between your own wallets are not deposits. Credit a deposit once its `stage` is `confirmed`, and once per `id`. On EVM chains, coins that a contract sends inside a transaction are not detected as deposits. `balances` includes them.',
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
