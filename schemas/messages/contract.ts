import { z } from 'zod'
import { chainTypeField } from '@/schemas/transactions/contract'
import { field } from '@/server/text/field'
import { recordOf } from '@/server/text/record-of'
import { MAX_MESSAGE_BYTES, MAX_OFFCHAIN_BYTES, MESSAGE_KINDS } from './words'

const MAX_TYPES = 64
const MAX_FIELDS = 64
const NAME = /^[A-Za-z_$][\w$]{0,63}$/
const TYPE = /^[A-Za-z_$][\w$]{0,63}(\[\d{0,3}\]){0,3}$/
const EXAMPLE_CONTRACT = '0x00000000000000000000000000000000000000AA'

/** JSON of any shape; the declared types define the required shape. */
const anyFields = recordOf(z.string(), z.unknown(), MAX_FIELDS)

export const typedDataField = z
  .strictObject({
    domain: field(
      anyFields,
      'Names the contract and the chain: `chainId` and `verifyingContract` are required, `name`, `version` and `salt` optional.',
      { name: 'Example', version: '1', chainId: 84_532, verifyingContract: EXAMPLE_CONTRACT },
    ),
    types: field(
      recordOf(
        z.string().max(64),
        z
          .array(
            z.strictObject({
              name: field(z.string().regex(NAME), 'The name of the field.', 'nonce'),
              type: field(z.string().regex(TYPE), 'An elementary type, a struct, or a list of either.', 'uint256'),
            }),
          )
          .max(MAX_FIELDS)
          .describe('The fields of the struct, in their order.'),
        MAX_TYPES,
      ),
      `The structs by name, at most ${MAX_TYPES}. \`EIP712Domain\` may be left out.`,
      { Login: [{ name: 'nonce', type: 'uint256' }] },
    ),
    primaryType: field(z.string().regex(NAME), 'The name of the struct of `message`.', 'Login'),
    message: field(
      anyFields,
      'All fields of that struct and no others. Integers are decimal or 0x-hex strings, or exact JSON numbers.',
      { nonce: '1' },
    ),
  })
  .meta({ id: 'TypedData', description: 'Typed data in the form of EIP-712, at most 64 KiB.' })
export type TypedDataInput = z.output<typeof typedDataField>

const utf8Length = (text: string) => new TextEncoder().encode(text).length
const textUpTo = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => utf8Length(text) <= max, `at most ${max} bytes`)
const text = textUpTo(MAX_MESSAGE_BYTES)
const bytes = z
  .string()
  .regex(/^0x([0-9a-fA-F]{2})+$/, { error: 'must be whole bytes in hex that start with 0x', abort: true })
  .refine((hex) => hex.length / 2 - 1 <= MAX_MESSAGE_BYTES, `must be at most ${MAX_MESSAGE_BYTES} bytes`)
const applicationDomain = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 32 bytes in hex that start with 0x')

const TEXT = 'The text, signed as its UTF-8 bytes.'
const BYTES =
  'Bytes in hex that start with 0x. Refused if there are exactly 32, or if a chain could read them as a transaction.'
const DOMAIN = '32 bytes that name your application, in hex. Default: a separate value for each project.'
const EXAMPLE_DOMAIN = '0x6b1e6a1bb2e0f9b0d5b7b7f9e2a2c0f9e6a1bb2e0f9b0d5b7b7f9e2a2c0f9e6a'

const addressIndex = field(z.int().min(0).max(2_147_483_647), 'HD index of the signing wallet.', 0)

/** The message to sign; `readMessage` checks which field a kind needs. */
const messageFields = {
  kind: field(
    z.enum(MESSAGE_KINDS),
    '`text`, `bytes` (EIP-191) and `typedData` (EIP-712) are signed by an EVM wallet, `solanaOffchain` by a Solana wallet.',
    'text',
  ),
  text: field(text.optional(), TEXT, 'Sign in to example.com'),
  bytes: field(bytes.optional(), BYTES, '0x48656c6c6f'),
  typedData: typedDataField.optional(),
  applicationDomain: field(applicationDomain.optional(), DOMAIN, EXAMPLE_DOMAIN),
}

/** A message as the row of a signing request holds it. */
export const messageInput = z.strictObject(messageFields)
export type MessageInput = z.output<typeof messageInput>

export const signMessageBody = z.strictObject({ ...messageFields, addressIndex })
export type SignMessageInput = z.output<typeof signMessageBody>

/** The forms that the reference shows: the fields of each kind. */
export const signMessageShapes = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: field(z.literal('text'), 'A text, with the prefix of EIP-191.', 'text'),
      addressIndex,
      text: field(text, TEXT, 'Sign in to example.com'),
    })
    .meta({ id: 'TextMessage' }),
  z
    .strictObject({
      kind: field(z.literal('bytes'), 'Bytes, with the prefix of EIP-191.', 'bytes'),
      addressIndex,
      bytes: field(bytes, BYTES, '0x48656c6c6f'),
    })
    .meta({ id: 'BytesMessage' }),
  z
    .strictObject({
      kind: field(z.literal('typedData'), 'Typed data of EIP-712.', 'typedData'),
      addressIndex,
      typedData: typedDataField,
    })
    .meta({ id: 'TypedDataMessage' }),
  z
    .strictObject({
      kind: field(
        z.literal('solanaOffchain'),
        'A text under the header of Solana off-chain messages.',
        'solanaOffchain',
      ),
      addressIndex,
      text: field(textUpTo(MAX_OFFCHAIN_BYTES), TEXT, 'Sign in to example.com'),
      applicationDomain: field(applicationDomain.optional(), DOMAIN, EXAMPLE_DOMAIN),
    })
    .meta({ id: 'SolanaOffchainMessage' }),
])

/** A signature of a message, and the values that a verifier also needs. */
export const signedMessageView = z
  .object({
    id: field(
      z.uuid(),
      'The id of what was signed, as the audit log names it.',
      '019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71',
    ),
    kind: field(z.enum(MESSAGE_KINDS), 'The requested value.', 'text'),
    chainType: chainTypeField,
    address: field(z.string(), 'The wallet that signed.', '0x52908400098527886E0F7030069857D2E4169EE7'),
    addressIndex: field(z.int(), 'HD index of the wallet.', 0),
    signature: field(
      z.string(),
      'EVM: r, s and v (27 or 28), 65 bytes in hex. Solana: the ed25519 signature in base58.',
      `0x${'5a'.repeat(64)}1b`,
    ),
    digest: field(
      z.string().nullable(),
      'EVM: the signed hash, 32 bytes in hex. Solana: null.',
      `0x${'9f'.repeat(32)}`,
    ),
    signedBytes: field(z.string().nullable(), 'Solana: the signed bytes, header and text, in base64. EVM: null.', null),
  })
  .meta({ id: 'SignedMessage', description: 'A signature of a message. Nothing was sent to a chain.' })
export type SignedMessageView = z.infer<typeof signedMessageView>
