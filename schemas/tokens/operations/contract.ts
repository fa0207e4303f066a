import { z } from 'zod'
import { lineOfText } from '@/schemas/text/contract'
import { EXAMPLE_ADDRESS, EXAMPLE_HASH, EXAMPLE_TOKEN_ID, pageFields, tokenParams } from '@/schemas/tokens/contract'
import {
  MAX_LINES,
  OPERATION_KINDS,
  OPERATION_STATUSES,
  type OperationKind,
  type PayoutStep,
} from '@/schemas/tokens/words'
import { webhookFields } from '@/schemas/webhooks/contract'
import { exampleOf } from '@/server/text/example-of'
import { field } from '@/server/text/field'

const EXAMPLE_REF = '019a6b3e-8c1d-7d44-a8f1-3a5f0c9e2b71'
const AT = '2026-11-24T11:05:12.310Z'

/** An address, alone or in a line of a batch, before its format is known from the chain. */
export const addressText = z.string().trim().min(1).max(100)
const amountText = z.string().max(160)
const amount = field(amountText, 'The amount in whole tokens, as a decimal.', '25.5')
const holder = (description: string) => field(addressText, description, EXAMPLE_ADDRESS)

const mintLine = z.strictObject({ to: holder('The recipient: a registered wallet.'), amount })
const webhookShape = (given: { webhookUrl?: string; webhookSecret?: string }, issues: z.RefinementCtx): void => {
  if (given.webhookSecret !== undefined && given.webhookUrl === undefined)
    issues.addIssue({ code: 'custom', path: ['webhookSecret'], message: 'requires webhookUrl' })
}

const mintShape = {
  to: holder('The recipient: a registered wallet, or the tokenAdmin.').optional(),
  amount: amount.optional(),
  items: z
    .array(mintLine)
    .min(1)
    .max(MAX_LINES)
    .describe(`A batch of at most ${MAX_LINES} lines. Each line has its own outcome.`)
    .optional(),
}

type GivenMint = { to?: string; amount?: string; items?: MintLine[] }

function readMint({ to, amount: text, items }: GivenMint, issues: z.RefinementCtx) {
  const say = (path: string, message: string) => issues.addIssue({ code: 'custom', path: [path], message })
  if (items !== undefined) {
    if (to === undefined && text === undefined) return { lines: items, isBatch: true }
    say('items', 'must not come with to and amount')
    return z.NEVER
  }
  if (to !== undefined && text !== undefined) return { lines: [{ to, amount: text }], isBatch: false }
  say(to === undefined ? 'to' : 'amount', 'is required')
  return z.NEVER
}

/** The alternative forms of the body, for the reference. */
export const mintShapes = z.union([
  z.strictObject({ to: mintShape.to.unwrap(), amount, ...webhookFields }).meta({ id: 'MintOne' }),
  z.strictObject({ items: mintShape.items.unwrap(), ...webhookFields }).meta({ id: 'MintMany' }),
])

export type MintLine = z.output<typeof mintLine>

export const mintBody = z
  .strictObject({ ...mintShape, ...webhookFields })
  .superRefine(webhookShape)
  .transform((given, issues) => {
    const { webhookUrl, webhookSecret } = given
    return { ...readMint(given, issues), webhookUrl, webhookSecret }
  })
export const burnBody = z
  .strictObject({ from: holder('The holder whose tokens are moved.'), amount, ...webhookFields })
  .superRefine(webhookShape)
export const transferBody = z
  .strictObject({
    from: field(
      z.union([
        addressText,
        z
          .int()
          .min(0)
          .max(2 ** 31 - 1),
      ]),
      'One of your wallets, by its address or HD index. With `forced`, any holder, by its address.',
      3,
    ),
    to: holder('The recipient: a registered wallet, or the tokenAdmin.'),
    amount,
    forced: field(
      z.boolean().default(false),
      'The tokenAdmin moves tokens of any holder, despite pause, freeze and lock-up. Requires `tokenization.token.admin`.',
      false,
    ),
    ...webhookFields,
  })
  .superRefine(webhookShape)
export const webhookBody = z
  .strictObject(webhookFields)
  .superRefine(webhookShape)
  .meta({ examples: [{}] })

const walletShape = {
  address: holder('The wallet.'),
  investorId: field(
    lineOfText.min(1).max(120),
    'Your id for the investor. Wallets with the same investorId belong to one investor.',
    'investor-17',
  ),
  label: field(lineOfText.max(120).optional(), 'A label for your own use.', 'Custody account'),
  country: field(
    z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be two capital letters (ISO 3166-1)')
      .optional(),
    'ISO 3166-1 alpha-2.',
    'NG',
  ),
}
export const walletLine = z.strictObject(walletShape)
export type WalletLine = z.output<typeof walletLine>

const registerShape = {
  address: walletShape.address.optional(),
  investorId: walletShape.investorId.optional(),
  label: walletShape.label,
  country: walletShape.country,
  wallets: z
    .array(walletLine)
    .min(1)
    .max(MAX_LINES)
    .describe(`A batch of at most ${MAX_LINES} lines. Each line has its own outcome.`)
    .optional(),
}
type GivenWallets = Partial<WalletLine> & { wallets?: WalletLine[] }

function readWallets({ address, investorId, label, country, wallets }: GivenWallets, issues: z.RefinementCtx) {
  const say = (path: string, message: string) => issues.addIssue({ code: 'custom', path: [path], message })
  if (wallets !== undefined) {
    const single = [address, investorId, label, country]
    if (single.every((value) => value === undefined)) return { lines: wallets, isBatch: true }
    say('wallets', 'must not come with address, investorId, label or country')
    return z.NEVER
  }
  if (address !== undefined && investorId !== undefined)
    return { lines: [{ address, investorId, label, country }], isBatch: false }
  say(address === undefined ? 'address' : 'investorId', 'is required')
  return z.NEVER
}

/** The alternative forms of the body, for the reference. */
export const registerShapes = z.union([
  walletLine.meta({ id: 'RegisterOneWallet' }),
  z.strictObject({ wallets: registerShape.wallets.unwrap() }).meta({ id: 'RegisterManyWallets' }),
])

/** One wallet, or many. */
export const registerBody = z.strictObject(registerShape).transform(readWallets)
export const removeBody = z.strictObject({
  addresses: z
    .array(field(addressText, 'A wallet that does not hold the token.', EXAMPLE_ADDRESS))
    .min(1)
    .max(MAX_LINES)
    .describe(`The wallets, at most ${MAX_LINES}. Each has its own outcome.`),
})
export const freezeBody = z.strictObject({
  frozen: field(z.boolean(), 'Whether it is frozen: it can neither send nor receive.', true),
})
export const walletParams = tokenParams.extend({ address: holder('The wallet.') })
export const payParams = tokenParams.extend({
  couponId: field(z.uuid(), 'The id of the coupon.', '019a6b3e-9c1d-7d44-a8f1-3a5f0c9e2b71'),
})
export const operationParams = tokenParams.extend({
  operationRef: field(z.uuid(), 'The id of the operation.', EXAMPLE_REF),
})

const operationItem = z
  .object({
    line: field(z.int(), 'The position of the line in the request, from 0.', 0),
    address: field(z.string(), 'The wallet.', EXAMPLE_ADDRESS),
    amount: field(z.string().nullable(), 'The amount in whole tokens; null for registrations.', '25.5'),
    status: field(z.enum(OPERATION_STATUSES), 'The outcome of this line.', 'COMPLETED'),
    code: field(z.string().nullable(), 'The reason why it was refused.', null),
  })
  .meta({ id: 'TokenOperationItem' })

const operationFields = z.object({
  operationRef: field(z.string(), 'Its id.', EXAMPLE_REF),
  tokenId: field(z.string(), 'The id of the token.', EXAMPLE_TOKEN_ID),
  kind: field(z.enum(OPERATION_KINDS), 'The type of the request.', 'MINT'),
  status: field(
    z.enum(OPERATION_STATUSES),
    'COMPLETED once it is final on the chain and indexed. A batch is COMPLETED once each line has its outcome.',
    'COMPLETED',
  ),
  transactionIds: field(z.array(z.string()), 'Its transactions: `GET /v1/wallet/transaction/{id}`.', [
    '019a6b3e-8c20-7d44-a8f1-3a5f0c9e2b71',
  ]),
  txHash: field(z.string().nullable(), 'The hash of the first one; null until it is signed.', EXAMPLE_HASH),
  error: field(z.string().nullable(), 'The reason why it failed.', null),
  code: field(z.string().nullable(), 'The reason as a code, for programs.', null),
  items: z.array(operationItem).optional().describe('The outcome of each line of a batch.'),
  reference: field(z.string().optional(), 'The reference of the token. Present only on its DEPLOY.', 'fund-2028'),
  metadata: field(
    z.record(z.string(), z.string()).optional(),
    'The metadata of the token. Present only on its DEPLOY.',
    {
      customer: 'c-77',
    },
  ),
  createdAt: field(z.iso.datetime(), 'The time of the request.', AT),
  updatedAt: field(z.iso.datetime(), 'The time of its last update.', '2026-11-24T11:05:44.862Z'),
})

/** A requested operation on a token. */
export const operationView = operationFields.meta({
  id: 'TokenOperation',
  examples: [exampleOf(operationFields, 'items', 'reference', 'metadata')],
})
export type OperationView = z.infer<typeof operationView>

export const operationPage = z
  .object({
    items: z.array(operationView).describe('The operations, newest first, without the lines of batches.'),
    total: field(z.int(), 'The total number of items.', 1),
    page: field(z.int(), 'The requested value.', 1),
    pageSize: field(z.int(), 'The requested value.', 20),
  })
  .meta({ id: 'TokenOperationPage' })
export const listOperationsQuery = z.strictObject(pageFields)

/** The token operation that a transaction executes, as it was requested. */
export type TokenOperationSummary = {
  tokenId: string
  operationRef: string
  kind: OperationKind
  ticker: string
  /** In whole tokens; null if it moves none, or many lines. */
  amount: string | null
  /** The wallet it is about. */
  to: string | null
  /** The number of lines of a batch. */
  lines: number | null
  /** The purpose of the transaction in a payout, and the index of its coupon; null for other kinds. */
  payout: { step: PayoutStep; index: number } | null
}
