import { z } from 'zod'
import { shortfallView } from '@/server/money/contract'
import { lineOfText } from '@/server/text/contract'

export const CHAIN_TYPES = ['EVM', 'SOLANA'] as const
export const NETWORKS = ['MAINNET', 'TESTNET'] as const
export const TRANSACTION_STATUSES = ['PENDING', 'COMPLETED', 'FAILED'] as const
export const TRANSACTION_TYPES = [
  'TRANSFER',
  'SIGN',
  'DEPLOY',
  'TOKEN_OPERATION',
  'SWEEP',
  'GAS_TOPUP',
  'DELEGATE',
] as const
export const TRANSACTION_STAGES = ['awaiting_approval', 'queued', 'signed', 'broadcast', 'mined', 'final'] as const

export type TransactionType = (typeof TRANSACTION_TYPES)[number]
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]
export type TransactionStage = (typeof TRANSACTION_STAGES)[number]

/** What the webhook of an outcome is called (spec 6.1). */
export type OutcomeKind = `wallet.${'transfer' | 'sign'}.${'completed' | 'failed'}`

/** Of every request that names a chain. */
export const networkField = z
  .enum(NETWORKS)
  .optional()
  .describe(
    'Solana without `network` and `chainId` means MAINNET, and real money; send TESTNET for devnet. Where the project is limited to testnets it means the testnet, and a mainnet is answered 403 with code `testnets_only`. EVM: must agree with `chainId`.',
  )

/** Of every request whose outcome is told by webhook. */
export const webhookFields = {
  webhookUrl: z
    .string()
    .max(2048)
    .optional()
    .describe('Receives the outcome; https only in production, public hosts only.'),
  webhookSecret: z
    .string()
    .min(16)
    .max(256)
    .optional()
    .describe('HMAC key of the outcome webhook, used as raw bytes. Held in memory only.'),
}

/** Spec 4.2. */
export const transferBody = z
  .strictObject({
    fromAddress: z
      .union([z.string().min(1).max(64), z.int().min(0).max(2_147_483_647)])
      .meta({ description: 'A wallet address, or the HD addressIndex.', examples: [0] }),
    toAddress: z
      .string()
      .min(1)
      .max(64)
      .meta({ examples: ['0x000000000000000000000000000000000000dEaD'] }),
    amount: z
      .string()
      .min(1)
      .max(160)
      .meta({ description: "Decimal in the token's major unit.", examples: ['1.25'] }),
    chainType: z.enum(CHAIN_TYPES),
    chainId: z
      .int()
      .positive()
      .max(2_147_483_647)
      .optional()
      .meta({ description: 'Required for EVM. Solana: 101 is its mainnet, 103 its devnet.', examples: [84_532] }),
    tokenAddress: z.string().min(1).max(64).optional().describe('ERC-20 contract; omit for a native transfer.'),
    cNGN: z
      .boolean()
      .default(false)
      .meta({ description: 'Moves cNGN; in place of tokenAddress.', examples: [true] }),
    network: networkField,
    waitForCompletion: z.boolean().default(false),
    ...webhookFields,
  })
  .refine((body) => body.webhookSecret === undefined || body.webhookUrl !== undefined, {
    path: ['webhookSecret'],
    message: 'requires webhookUrl',
  })
  .refine((body) => !(body.cNGN && body.tokenAddress), {
    path: ['tokenAddress'],
    message: 'cannot be combined with cNGN',
  })
export type TransferInput = z.output<typeof transferBody>

/** Spec 2.1, with the extra fields of decisions.md. */
export const transactionView = z.object({
  id: z.uuid(),
  type: z.enum(TRANSACTION_TYPES),
  chainType: z.enum(CHAIN_TYPES),
  network: z.enum(NETWORKS),
  chainId: z.int(),
  signerType: z.enum(['BUSINESS_HD', 'PLATFORM']),
  fromAddress: z.string(),
  addressIndex: z.int(),
  toAddress: z.string(),
  amount: z.string(),
  valueUsd: z
    .string()
    .optional()
    .describe(
      'At the price of its acceptance; on completed and failed records. `0.00` where the platform has no price for the asset.',
    ),
  tokenAddress: z.string().optional(),
  data: z.string().nullable().describe('Calldata of a signed transaction.'),
  value: z.string().nullable().describe('Wei a signed transaction moves; `amount` says the same in the major unit.'),
  txHash: z.string().nullable(),
  status: z.enum(TRANSACTION_STATUSES),
  gasUsed: z.string().nullable(),
  feeWei: z.string().nullable(),
  feeUsd: z.string().optional().describe('Charged to the USD balance for gas, once it ended.'),
  senderAddress: z.string().optional().describe('Where a relayer carried it: the address that sent it on chain.'),
  explorerUrl: z.string(),
  explorerTxUrl: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  error: z.string().optional(),
  shortfall: shortfallView
    .optional()
    .describe('What was needed and available, where a failed record lacked something; `error` says it too.'),
  stage: z.enum(TRANSACTION_STAGES),
  confirmations: z.int(),
  attempts: z.int(),
})
export type TransactionView = z.infer<typeof transactionView>

export const transactionParams = z.object({ id: z.uuid() })

export const historyQuery = z.strictObject({
  chainType: z.enum(CHAIN_TYPES).optional(),
  status: z.enum(TRANSACTION_STATUSES).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})

const day = z.iso.date()

/** What the portal's list can be narrowed to; days are UTC and both included. */
export const transactionFilter = z.object({
  chainType: z.enum(CHAIN_TYPES).optional(),
  status: z.enum(TRANSACTION_STATUSES).optional(),
  type: z.enum(TRANSACTION_TYPES).optional(),
  chainId: z.int().positive().max(2_147_483_647).optional(),
  from: day.optional(),
  to: day.optional(),
  /** The beginning of an id, a hash or an address, or the end of an id. */
  search: z.string().trim().max(120).optional(),
  walletId: z.uuid().optional(),
  page: z.int().min(1).max(50_000).default(1),
})
export type TransactionFilter = z.output<typeof transactionFilter>

export type HistoryInput = z.output<typeof historyQuery> & Omit<TransactionFilter, 'page'>

export const historyView = z.object({
  items: z.array(transactionView),
  pagination: z.object({
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    hasMore: z.boolean(),
    nextOffset: z.int().nullable(),
  }),
})
export type HistoryView = z.infer<typeof historyView>

/** For the portal's detail page: every signed attempt of a transaction. */
export const attemptView = z.object({
  id: z.uuid(),
  nonce: z.int().nullable(),
  txHash: z.string(),
  reason: z.enum(['first', 'bump', 'cancel', 'resign']),
  outcome: z.enum(['unsent', 'accepted', 'rejected', 'unknown']),
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
export const timelineView = z.object({
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
  /** Of a second person, where a policy asked for one. */
  approval: z
    .object({
      status: z.enum(['pending', 'approved', 'rejected', 'expired']),
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
