import { z } from 'zod'
import { chainTypeField } from '@/schemas/transactions/contract'
import { webhookFields } from '@/schemas/webhooks/contract'
import { field } from '@/server/text/field'
import { tagFields } from '@/server/text/tags'
import { chainIdField, evmChainIdField, networkField, solanaChainIdField, waitField } from './body-fields'

const address = z.string().min(1).max(64)
export const transferFields = {
  fromAddress: field(
    z.union([address, z.int().min(0).max(2_147_483_647)]),
    'A wallet address, or the HD addressIndex.',
    0,
  ),
  toAddress: field(address, 'The recipient.', '0x000000000000000000000000000000000000dEaD'),
  amount: field(z.string().min(1).max(160), "The amount, as a decimal in the token's major unit.", '1.25'),
  chainType: chainTypeField,
  chainId: chainIdField,
  tokenAddress: field(
    address.optional(),
    'Contract of the token (Solana: its mint); omit for a native transfer.',
    '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  ),
  cNGN: field(z.boolean().default(false), 'Moves cNGN. Use it instead of tokenAddress.', true),
  network: networkField,
  waitForCompletion: waitField,
  ...tagFields,
  ...webhookFields,
}

/** Spec 4.2. */
export const transferBody = z
  .strictObject(transferFields)
  .refine((body) => body.webhookSecret === undefined || body.webhookUrl !== undefined, {
    path: ['webhookSecret'],
    message: 'requires webhookUrl',
  })
  .refine((body) => !(body.cNGN && body.tokenAddress), {
    path: ['tokenAddress'],
    message: 'cannot be combined with cNGN',
  })

/** The forms that the reference shows: the fields of each chain type. */
export const transferShapes = z.discriminatedUnion('chainType', [
  z
    .strictObject({
      ...transferFields,
      chainType: field(z.literal('EVM'), 'An EVM chain.', 'EVM'),
      chainId: evmChainIdField,
    })
    .meta({ id: 'EvmTransfer' }),
  z
    .strictObject({
      ...transferFields,
      toAddress: field(address, 'The recipient.', '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'),
      chainType: field(z.literal('SOLANA'), 'Solana.', 'SOLANA'),
      chainId: solanaChainIdField,
      tokenAddress: field(
        address.optional(),
        'Mint of the token; omit for SOL.',
        '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
      ),
    })
    .meta({ id: 'SolanaTransfer' }),
])
export type TransferInput = z.output<typeof transferBody>
