import { z } from 'zod'
import { APPROVAL_STATUSES } from '@/schemas/approvals/words'
import { POLICY_CODES } from '@/schemas/policies/words'
import { day, lineOfText, moment, numericId, wholeNumber, wholeText } from '@/schemas/text/contract'
import { shortfallView } from '@/server/money/shortfall'
import { pageNumber } from '@/server/paging'
import { canonicalAddress } from '@/server/text/canonical-address'
import { listPart } from '@/server/text/csv-list'
import { field } from '@/server/text/field'
import { metadataView, referenceFilter, referenceView } from '@/server/text/tags'
import {
  ATTEMPT_OUTCOMES,
  ATTEMPT_REASONS,
  CHAIN_TYPES,
  TRANSACTION_STAGES,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionType,
} from './words'

export const NETWORKS = ['MAINNET', 'TESTNET'] as const

/** What the webhook of an outcome is called (spec 6.1). */
export type OutcomeKind = `wallet.${'transfer' | 'sign'}.${'completed' | 'failed'}`

export const chainTypeField = field(z.enum(CHAIN_TYPES), 'The chain family.', 'EVM')

const amountText = z.string()
const instant = z.iso.datetime()

/** What callers of `/v1` can make, a token's deployment and operations among them: `/v1` documents only these. */
const ASKED_TYPES = ['TRANSFER', 'SIGN', 'DEPLOY', 'TOKEN_OPERATION'] as const satisfies readonly TransactionType[]

/** Spec 2.1, with the extra fields of decisions.md. */
export const transactionView = z
  .object({
    id: field(z.uuid(), 'The id of the transaction.', '019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71'),
    type: z
      .enum(TRANSACTION_TYPES)
      .meta({ description: 'The type of the request.', enum: [...ASKED_TYPES], examples: ['TRANSFER'] }),
    chainType: chainTypeField,
    network: field(z.enum(NETWORKS), 'Mainnet or testnet.', 'TESTNET'),
    chainId: field(z.int(), 'The chain: EIP-155 for EVM, 101 and 103 for Solana.', 84_532),
    signerType: z
      .enum(['BUSINESS_HD', 'PLATFORM'])
      .meta({ description: 'Whose key signs.', enum: ['BUSINESS_HD'], examples: ['BUSINESS_HD'] }),
    fromAddress: field(z.string(), 'The sending wallet.', '0x52908400098527886E0F7030069857D2E4169EE7'),
    addressIndex: field(z.int(), 'HD index of the sending wallet.', 0),
    toAddress: field(
      z.string(),
      'The recipient, or the contract called.',
      '0x000000000000000000000000000000000000dEaD',
    ),
    amount: field(amountText, "Decimal in the token's major unit.", '1.25'),
    valueUsd: field(
      amountText.optional(),
      'At the price of its acceptance; on completed and failed records. `0.00` where the platform has no price for the asset.',
      '1.25',
    ),
    tokenAddress: field(
      z.string().optional(),
      'The token that moves; absent for the native coin.',
      '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    ),
    contractAddress: field(
      z.string().optional(),
      'Where the contract stands that a deployment creates; known once it is signed.',
      '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    ),
    data: field(z.string().nullable(), 'Calldata of a signed transaction.', null),
    value: field(
      z.string().nullable(),
      'Wei a signed transaction moves; `amount` says the same in the major unit.',
      null,
    ),
    txHash: field(
      z.string().nullable(),
      'On the chain; null until it was sent.',
      '0x9f2d6c4a1b8e7035c2f4a6d8e0b1c3f5a7d9e1b3c5f7091a2b4c6d8e0f1a3b5c',
    ),
    status: field(z.enum(TRANSACTION_STATUSES), 'PENDING until it is final on the chain or has failed.', 'COMPLETED'),
    gasUsed: field(z.string().nullable(), 'Gas units; null until it was mined.', '21000'),
    feeWei: field(
      z.string().nullable(),
      'The fee on the chain, in base units; null until it is mined.',
      '21000000000000',
    ),
    feeUsd: field(amountText.optional(), 'Charged to the USD balance for gas, once it ended.', '0.05'),
    senderAddress: field(
      z.string().optional(),
      'The relayer that submitted it; absent without a relayer.',
      '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    ),
    explorerUrl: field(z.string(), 'The block explorer of the chain.', 'https://sepolia.basescan.org'),
    explorerTxUrl: field(
      z.string().nullable(),
      'This transaction in the block explorer; null until it was sent.',
      'https://sepolia.basescan.org/tx/0x9f2d6c4a1b8e7035c2f4a6d8e0b1c3f5a7d9e1b3c5f7091a2b4c6d8e0f1a3b5c',
    ),
    createdAt: field(instant, 'When it was accepted.', '2026-11-21T11:05:12.310Z'),
    updatedAt: field(instant, 'When it was last updated.', '2026-11-21T11:05:44.862Z'),
    error: field(z.string().optional(), 'Why it failed; only on failed records.', 'Reverted: ERC20InsufficientBalance'),
    shortfall: shortfallView
      .optional()
      .describe('The needed and the available amount, where a failed record lacked something; `error` has them too.'),
    reference: referenceView,
    metadata: metadataView,
    batchId: field(z.uuid().optional(), 'The batch it is a line of.', '019a6b3e-9d10-7a44-8c51-2b6f0c9e2b71'),
    stage: field(z.enum(TRANSACTION_STAGES), 'The progress of the transaction.', 'final'),
    confirmations: field(z.int(), 'Blocks on it, its own included.', 12),
    attempts: field(z.int(), 'How often it was signed. A version with a higher fee replaces a stuck one.', 1),
  })
  .meta({ id: 'Transaction', description: 'A transfer or a signed transaction.' })
export type TransactionView = z.infer<typeof transactionView>

/** What a transfer would cost and whether it would be accepted. */
export const transferEstimate = z
  .object({
    chainType: chainTypeField,
    network: field(z.enum(NETWORKS), 'Mainnet or testnet.', 'TESTNET'),
    chainId: field(z.int(), 'The chain.', 84_532),
    fromAddress: field(z.string(), 'The sending wallet.', '0x52908400098527886E0F7030069857D2E4169EE7'),
    addressIndex: field(z.int(), 'HD index of the sending wallet.', 0),
    toAddress: field(z.string(), 'The recipient.', '0x000000000000000000000000000000000000dEaD'),
    amount: field(amountText, "Decimal in the token's major unit.", '1.25'),
    tokenAddress: field(
      z.string().optional(),
      'The token that would move; absent for the native coin.',
      '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    ),
    valueUsd: field(amountText.nullable(), 'What would move; null where the platform has no price for it.', '1.25'),
    fee: z
      .object({
        symbol: field(z.string(), 'The native coin of the chain, in which fees are paid.', 'ETH'),
        expected: field(amountText, 'The fee at the prices of now, in the native coin.', '0.00000021'),
        max: field(
          amountText,
          'The highest fee that can come of it, in the native coin: with every replacement that a stuck transaction may need.',
          '0.0000032',
        ),
        expectedUsd: field(amountText.nullable(), 'The amount in USD; null without a price.', '0.000525'),
        maxUsd: field(amountText.nullable(), 'The amount in USD; null without a price.', '0.008'),
      })
      .describe('The fee on the chain.'),
    gas: z
      .object({
        paidBy: field(
          z.enum(['BALANCE', 'SPONSORED']),
          'BALANCE: your USD balance. SPONSORED: the platform, within your daily budget.',
          'SPONSORED',
        ),
        neededUsd: field(amountText, 'What acceptance would set aside.', '0.008'),
        availableUsd: field(amountText, 'The rest of the balance, or of the budget of today.', '5.00'),
        isCovered: field(z.boolean(), 'False: acceptance would answer 402.', true),
      })
      .describe('Who pays the fee, and out of what.'),
    policy: z
      .object({
        verdict: field(
          z.enum(['ALLOWED', 'NEEDS_APPROVAL', 'REFUSED']),
          'The verdict of the policies of the business and of the project.',
          'ALLOWED',
        ),
        code: field(z.enum(POLICY_CODES).nullable(), 'For a refusal: the code that acceptance would answer.', null),
        reason: field(z.string().nullable(), 'Why it is refused, or why a second person has to approve it.', null),
      })
      .describe('Whether policies would let it pass.'),
  })
  .meta({ id: 'TransferEstimate', description: 'The cost of a transfer. Nothing is recorded or reserved.' })
export type TransferEstimate = z.infer<typeof transferEstimate>

/** Why a person ends or expedites a transaction. */
export const reasonBody = z.strictObject({
  reason: field(
    lineOfText.max(300, 'At most 300 characters').default(''),
    'Kept in the audit log.',
    'The customer asked twice',
  ),
})

export const transactionParams = z.object({
  id: field(z.uuid(), 'The id of the transaction.', '019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71'),
})

/** An address of either chain family, in the form that is stored. */
const addressFilter = z
  .string()
  .max(64)
  .transform((text, ctx) => {
    const address = canonicalAddress('EVM', text) ?? canonicalAddress('SOLANA', text)
    if (address !== null) return address
    ctx.addIssue('must be an address')
    return z.NEVER
  })
  .optional()
  .meta({ type: 'string', maxLength: 64 })

/** What `nextCursor` of a page holds. */
const cursorText = z
  .string()
  .max(200)
  .transform((text, ctx) => {
    const [at, id] = Buffer.from(text, 'base64url').toString().split(' ')
    const read = z.object({ at: moment, id: z.uuid() }).safeParse({ at, id })
    if (read.success) return { createdAt: new Date(read.data.at), id: read.data.id }
    ctx.addIssue('must be a `nextCursor` of a page')
    return z.NEVER
  })

/** Where the next page begins, behind this row. */
export function cursorBehind({ createdAt, id }: Pick<TransactionView, 'createdAt' | 'id'>): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url')
}

const EXAMPLE_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const historyFields = z.strictObject({
  chainType: field(z.enum(CHAIN_TYPES).optional(), 'Filters by chain family.', 'EVM'),
  status: field(z.enum(TRANSACTION_STATUSES).optional(), 'Filters by status.', 'COMPLETED'),
  type: z
    .enum(TRANSACTION_TYPES)
    .optional()
    .meta({ description: 'Filters by type.', enum: [...ASKED_TYPES], examples: ['TRANSFER'] }),
  chainId: wholeText(1, 2_147_483_647, 'Filters by chain.', 84_532).optional(),
  fromAddress: field(addressFilter, 'Filters by the sending wallet.', EXAMPLE_ADDRESS),
  toAddress: field(addressFilter, 'Filters by the recipient, or the contract called.', EXAMPLE_ADDRESS),
  tokenAddress: field(addressFilter, 'Filters by the token that moves.', '0x036CbD53842c5426634e7929541eC2318f3dCF7e'),
  reference: referenceFilter,
  batchId: field(z.uuid().optional(), 'Filters by batch.', '019a6b3e-9d10-7a44-8c51-2b6f0c9e2b71'),
  createdFrom: field(moment.optional(), 'Accepted then or later.', '2026-11-01T00:00:00Z'),
  createdBefore: field(moment.optional(), 'Accepted earlier than then.', '2026-12-01T00:00:00Z'),
  limit: wholeNumber(1, 100, 'The maximum number of items.', 20),
  offset: wholeNumber(0, 1_000_000, 'The number of items to skip.', 0),
  cursor: field(
    cursorText.optional().meta({ type: 'string', maxLength: 200 }),
    'The `nextCursor` of the page before, with the same filters: what is accepted meanwhile shifts no page. In place of `offset`.',
    'MjAyNi0xMS0yMVQxMTowNToxMi4zMTBaIDAxOWE2YjNlLTdjMWQtN2Q0NC1hOGYxLTNhNWYwYzllMmI3MQ',
  ),
})
export const historyQuery = historyFields.refine(({ cursor, offset }) => cursor === undefined || offset === 0, {
  path: ['cursor'],
  message: 'cannot be combined with offset',
})

/** What the portal's list can be narrowed to; days are UTC and both included. */
export const transactionFilter = z.object({
  chainType: z.enum(CHAIN_TYPES).optional(),
  status: z.enum(TRANSACTION_STATUSES).optional(),
  type: z.enum(TRANSACTION_TYPES).optional(),
  chainId: numericId.optional(),
  from: day.optional(),
  to: day.optional(),
  /** The beginning of an id, a hash, an address or a reference, or the end of an id. */
  search: z.string().trim().max(120).optional(),
  walletId: z.uuid().optional(),
  page: pageNumber,
})
/** A part of the whole list, for a file. */
export const transactionPart = transactionFilter.omit({ page: true }).extend({ after: listPart })
export type TransactionPartInput = z.output<typeof transactionPart>
type TransactionFilter = z.output<typeof transactionFilter>

export type HistoryInput = z.output<typeof historyFields> & Omit<TransactionFilter, 'page'>

export const historyView = z
  .object({
    items: z.array(transactionView).describe('Newest first.'),
    pagination: z
      .object({
        total: field(z.int(), 'The total number of items.', 1),
        limit: field(z.int(), 'As requested.', 20),
        offset: field(z.int(), 'As requested.', 0),
        hasMore: field(z.boolean(), 'Whether more follow.', false),
        nextOffset: field(z.int().nullable(), 'The `offset` of the next page; null on the last.', null),
        nextCursor: field(z.string().nullable(), 'The `cursor` of the next page; null on the last.', null),
      })
      .describe('Where in the list this page is.'),
  })
  .meta({ id: 'TransactionPage' })
export type HistoryView = z.infer<typeof historyView>

/** For the portal's detail page: every signed attempt of a transaction. */
const attemptView = z.object({
  id: z.uuid(),
  nonce: z.int().nullable(),
  txHash: z.string(),
  reason: z.enum(ATTEMPT_REASONS),
  outcome: z.enum(ATTEMPT_OUTCOMES),
  outcomeDetail: z.string().nullable(),
  /** What each endpoint said to the last send. */
  answers: z.array(z.object({ endpoint: z.string(), outcome: z.string(), detail: z.string().nullable() })),
  sends: z.int(),
  gasLimit: z.string(),
  maxFeePerGas: z.string(),
  maxPriorityFeePerGas: z.string(),
  createdAt: z.iso.datetime(),
  lastSentAt: z.iso.datetime().nullable(),
})
export type AttemptView = z.infer<typeof attemptView>

/** When each stage was reached; null where it was not (yet). */
const timelineView = z.object({
  acceptedAt: z.iso.datetime(),
  signedAt: z.iso.datetime().nullable(),
  broadcastAt: z.iso.datetime().nullable(),
  minedAt: z.iso.datetime().nullable(),
  finalAt: z.iso.datetime().nullable(),
  idempotencyKey: z.string().nullable(),
  requestId: z.string().nullable(),
  blockNumber: z.string().nullable(),
  webhookUrl: z.string().nullable(),
  note: z.string().nullable(),
  /** Why a person of the platform has to look. */
  needsOperator: z.string().nullable(),
  /** The decision of a second person, where a policy asked for one. */
  approval: z
    .object({
      status: z.enum(APPROVAL_STATUSES),
      reason: z.string(),
      askedAt: z.iso.datetime(),
      decidedAt: z.iso.datetime().nullable(),
      decidedBy: z.string().nullable(),
    })
    .nullable(),
  /** What people asked of the engine, newest first. */
  requests: z.array(
    z.object({
      kind: z.enum(['cancel', 'speed_up']),
      by: z.string(),
      reason: z.string(),
      at: z.iso.datetime(),
    }),
  ),
})
export type TimelineView = z.infer<typeof timelineView>

/** A person asks the engine something about one transaction. */
export const transactionRequest = z.object({
  transactionId: z.uuid(),
  reason: lineOfText.max(300, 'At most 300 characters').default(''),
})
export type TransactionRequest = z.output<typeof transactionRequest>

export const transactionRef = z.object({ transactionId: z.uuid() })
