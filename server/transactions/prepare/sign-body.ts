import { z } from 'zod'
import { chainTypeField } from '@/schemas/transactions/contract'
import { EXAMPLE_CALL } from '@/schemas/transactions/example-call'
import { webhookFields } from '@/schemas/webhooks/contract'
import { field } from '@/server/text/field'
import { tagFields } from '@/server/text/tags'
import { chainIdField, evmChainIdField, networkField, solanaChainIdField } from './body-fields'

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

const to = z.string().min(1).max(64)
const TO = 'The contract that is called or the account that is paid.'
const VALUE = 'Wei to send along, as a decimal or 0x-hex string. Default `0`.'
const DATA = `Calldata, at most ${MAX_DATA_BYTES} bytes. Default \`0x\`.`
const SERIALIZED = 'A legacy or version 0 transaction, base64.'
const EXAMPLE_TO = '0x000000000000000000000000000000000000dEaD'
const EXAMPLE_SERIALIZED = 'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

const common = {
  addressIndex: field(z.int().min(0).max(2_147_483_647), 'HD index of the signing wallet.', 0),
  network: networkField,
}
const outcome = {
  waitForCompletion: field(
    z.boolean().default(false),
    'For EVM only: a Solana signature is always returned at once.',
    false,
  ),
  ...tagFields,
  ...webhookFields,
}

/** Spec 4.3. `prepareSign` checks the fields of `transaction` that a chain type needs. */
export const signBody = z
  .strictObject({
    chainType: chainTypeField,
    ...common,
    transaction: z.strictObject({
      to: field(to.optional(), `EVM, required: ${TO}`, EXAMPLE_TO),
      value: field(wei.optional(), `EVM: ${VALUE}`, '1000000000000000'),
      data: field(calldata.optional(), `EVM: ${DATA}`, '0x'),
      serialized: field(base64.optional(), `SOLANA, required: ${SERIALIZED}`, EXAMPLE_SERIALIZED),
    }),
    chainId: chainIdField,
    ...outcome,
  })
  .refine((body) => body.webhookSecret === undefined || body.webhookUrl !== undefined, {
    path: ['webhookSecret'],
    message: 'requires webhookUrl',
  })

/** The forms that the reference shows: the fields of each chain type. */
export const signShapes = z.discriminatedUnion('chainType', [
  z
    .strictObject({
      chainType: field(z.literal('EVM'), 'An EVM chain.', 'EVM'),
      ...common,
      transaction: z
        .strictObject({
          to: field(to, TO, EXAMPLE_TO),
          value: field(wei.optional(), VALUE, '1000000000000000'),
          data: field(calldata.optional(), DATA, '0x'),
        })
        .meta({ description: 'The call.', examples: [EXAMPLE_CALL] }),
      chainId: evmChainIdField,
      ...outcome,
    })
    .meta({ id: 'EvmSign' }),
  z
    .strictObject({
      chainType: field(z.literal('SOLANA'), 'Solana.', 'SOLANA'),
      ...common,
      transaction: z
        .strictObject({ serialized: field(base64, SERIALIZED, EXAMPLE_SERIALIZED) })
        .describe('The transaction to sign.'),
      chainId: solanaChainIdField,
    })
    .meta({ id: 'SolanaSign' }),
])
export type SignInput = z.output<typeof signBody>

/** A Solana transaction with the wallet's signature added; nothing was sent. */
export const signedTransactionView = z
  .object({
    signedTransaction: field(z.string(), 'The signed transaction in base64, ready to send.', EXAMPLE_SERIALIZED),
  })
  .meta({ id: 'SignedTransaction' })
