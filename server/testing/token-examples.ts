import { v7 } from 'uuid'

/** The input of a call beside its method and path. */
export type Example = { params?: Record<string, string>; body?: Record<string, unknown> }

const HOLDER = '0x00000000000000000000000000000000000000AA'
const ofToken = (body?: Record<string, unknown>): Example => ({ params: { id: v7() }, body })
const ofWallet = (body?: Record<string, unknown>): Example => ({ params: { id: v7(), address: HOLDER }, body })

/** The examples of the endpoints of tokens. */
export const TOKEN_EXAMPLES: Record<string, Example> = {
  'POST /v1/tokens': {
    body: {
      ticker: 'MMF',
      name: 'Money market fund',
      price: 1,
      chain: 'BASE',
      decimals: 6,
      assetClass: 'MONEY_MARKET',
      tokenType: 'ASSET',
    },
  },
  'GET /v1/tokens': {},
  'GET /v1/tokens/{id}': ofToken(),
  'POST /v1/tokens/{id}/mint': ofToken({ to: HOLDER, amount: '1' }),
  'POST /v1/tokens/{id}/burn': ofToken({ from: HOLDER, amount: '1' }),
  'POST /v1/tokens/{id}/transfer': ofToken({ from: 0, to: HOLDER, amount: '1' }),
  'POST /v1/tokens/{id}/pause': ofToken({}),
  'POST /v1/tokens/{id}/unpause': ofToken({}),
  'GET /v1/tokens/{id}/holders': ofToken(),
  'GET /v1/tokens/{id}/wallets': ofToken(),
  'POST /v1/tokens/{id}/wallets': ofToken({ address: HOLDER, investorId: 'investor-1' }),
  'DELETE /v1/tokens/{id}/wallets': ofToken({ addresses: [HOLDER] }),
  'PATCH /v1/tokens/{id}/wallets/{address}': ofWallet({ frozen: true }),
  'DELETE /v1/tokens/{id}/wallets/{address}': ofWallet(),
  'GET /v1/tokens/{id}/yield': ofToken(),
  'POST /v1/tokens/{id}/yield/{couponId}/pay': { params: { id: v7(), couponId: v7() }, body: {} },
  'POST /v1/tokens/{id}/call': ofToken({}),
  'GET /v1/tokens/{id}/operations': ofToken(),
  'GET /v1/tokens/{id}/operations/{operationRef}': { params: { id: v7(), operationRef: v7() } },
}
