import { signedMessageView, signMessageBody, signMessageShapes } from '@/schemas/messages/contract'
import { endpoint, reply } from '@/server/api/endpoint'
import { prepareMessage } from '@/server/messages/prepare-message'
import { signMessage } from '@/server/messages/sign-message'

export const signMessageEndpoint = endpoint({
  id: 'signMessage',
  method: 'POST',
  path: '/v1/wallet/hd/sign-message',
  summary: 'Sign a message',
  description: [
    'Signs a text or bytes (EIP-191), typed data (EIP-712) or a Solana off-chain message with one of your wallets. Nothing is sent to a chain. A digest, or a message that a chain could read as a transaction, is never signed.',
    'Typed data names its chain and its contract. Permits and similar messages move assets without a transaction: they are refused unless a method rule of your policy names the token. If a policy limits anything, texts and bytes are refused, and typed data needs a rule for its contract. The same message always returns the same signature.',
  ].join('\n\n'),
  tags: ['Wallets'],
  auth: 'liveKey',
  scope: 'wallet:write',
  capability: 'wallet.hd.sign',
  uses: { signatures: 1 },
  rateLimit: 'write',
  idempotent: true,
  body: signMessageBody,
  shapes: signMessageShapes,
  refusals: {
    wallet_not_found: 'addressIndex',
    wallet_foreign: 'addressIndex',
    wallet_deactivated: 'addressIndex',
    wallet_technical: 'addressIndex',
    chain_unavailable: 'typedData',
    testnets_only: 'typedData',
    raw_digest: null,
    resembles_transaction: null,
    message_moves_money: 'typedData',
    address_blocked: 'typedData',
    policy_unreadable: null,
    policy_method: 'typedData',
    policy_recipient: 'typedData',
    key_service_unavailable: null,
  },
  replies: { 200: signedMessageView },
  prepare: ({ body, tenant }) => prepareMessage(tenant, body),
  async handle({ ctx, prepared }) {
    return reply(200, 'Message signed', await signMessage(ctx, prepared), { resourceId: prepared.id })
  },
})
