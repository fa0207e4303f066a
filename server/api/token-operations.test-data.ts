import { v7 } from 'uuid'

const RECIPIENT = '0x00000000000000000000000000000000000000AA'
const HOLDER = { to: RECIPIENT, amount: '1' }
/** Every operation on a token, what follows its id, and a body that passes. */
export const TOKEN_OPERATIONS: [operation: string, after: string, body?: object][] = [
  ['GET /v1/tokens/{id}', ''],
  ['POST /v1/tokens/{id}/mint', '/mint', HOLDER],
  ['POST /v1/tokens/{id}/burn', '/burn', { from: RECIPIENT, amount: '1' }],
  ['POST /v1/tokens/{id}/transfer', '/transfer', { from: 0, ...HOLDER }],
  ['POST /v1/tokens/{id}/transfer', '/transfer', { from: RECIPIENT, ...HOLDER, forced: true }],
  ['POST /v1/tokens/{id}/pause', '/pause', {}],
  ['POST /v1/tokens/{id}/unpause', '/unpause', {}],
  ['POST /v1/tokens/{id}/call', '/call', {}],
  ['GET /v1/tokens/{id}/holders', '/holders'],
  ['GET /v1/tokens/{id}/wallets', '/wallets'],
  ['POST /v1/tokens/{id}/wallets', '/wallets', { address: RECIPIENT, investorId: 'one' }],
  ['DELETE /v1/tokens/{id}/wallets', '/wallets', { addresses: [RECIPIENT] }],
  ['PATCH /v1/tokens/{id}/wallets/{address}', `/wallets/${RECIPIENT}`, { frozen: true }],
  ['DELETE /v1/tokens/{id}/wallets/{address}', `/wallets/${RECIPIENT}`],
  ['GET /v1/tokens/{id}/yield', '/yield'],
  ['POST /v1/tokens/{id}/yield/{couponId}/pay', `/yield/${v7()}/pay`, {}],
  ['GET /v1/tokens/{id}/operations', '/operations'],
  ['GET /v1/tokens/{id}/operations/{operationRef}', `/operations/${v7()}`],
]
