import { z } from 'zod'
import { CHAIN_TYPES, networkField, webhookFields } from '@/server/transactions/contract'

/** Leaves room for the rest of the body (256 KiB) and of the signed transaction (nodes refuse more than 128 KiB). */
const MAX_DATA_BYTES = 128_000
const MAX_WEI = 2n ** 256n - 1n

const wei = z
  .string()
  .max(80)
  .regex(/^(0|[1-9]\d*|0x[0-9a-fA-F]{1,64})$/, { error: 'must be a whole number of wei', abort: true })
  .refine((text) => BigInt(text) <= MAX_WEI, 'is too large')

const calldata = z
  .string()
  .regex(/^0x[0-9a-fA-F]*$/, { error: 'must be hex that starts with 0x', abort: true })
  .refine((text) => text.length % 2 === 0, { error: 'must have two hex digits per byte', abort: true })
  .refine((text) => text.length / 2 - 1 <= MAX_DATA_BYTES, `must be at most ${MAX_DATA_BYTES} bytes`)

const base64 = z.base64('must be base64').min(1).max(1_644)

/** Spec 4.3. What a chain type needs of `transaction` is checked by `prepareSign`. */
export const signBody = z
  .strictObject({
    chainType: z.enum(CHAIN_TYPES),
    addressIndex: z
      .int()
      .min(0)
      .max(2_147_483_647)
      .meta({ description: 'HD index of the signing wallet.', examples: [0] }),
    transaction: z
      .strictObject({
        to: z
          .string()
          .min(1)
          .max(64)
          .optional()
          .describe('EVM, required: the contract that is called or the account that is paid.'),
        value: wei.optional().describe('EVM: wei to send along, as a decimal or 0x-hex string. Default `0`.'),
        data: calldata.optional().describe(`EVM: calldata, at most ${MAX_DATA_BYTES} bytes. Default \`0x\`.`),
        serialized: base64.optional().describe('SOLANA, required: a legacy or version 0 transaction, base64.'),
      })
      .meta({
        description: 'EVM: `to`, `value` and `data`. SOLANA: `serialized`.',
        examples: [{ to: '0x000000000000000000000000000000000000dEaD', value: '1000000000000000', data: '0x' }],
      }),
    chainId: z
      .int()
      .positive()
      .max(2_147_483_647)
      .optional()
      .meta({ description: 'Required for EVM. Solana: 101 is its mainnet, 103 its devnet.', examples: [84_532] }),
    network: networkField,
    waitForCompletion: z.boolean().default(false).describe('EVM only: a Solana signature is always answered at once.'),
    ...webhookFields,
  })
  .refine((body) => body.webhookSecret === undefined || body.webhookUrl !== undefined, {
    path: ['webhookSecret'],
    message: 'requires webhookUrl',
  })
export type SignInput = z.output<typeof signBody>

/** A Solana transaction with the wallet's signature in its place; nothing was sent. */
export const signedTransactionView = z.object({
  signedTransaction: z.string().describe('Base64, ready to be sent by you.'),
})
