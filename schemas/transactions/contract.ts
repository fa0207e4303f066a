import { z } from 'zod'
import { SWEEP_TRIGGERS } from '@/schemas/sweeps/words'
import { lineOfText } from '@/schemas/text/contract'
import { shortfallView } from '@/server/money/shortfall'
import { exampleOf } from '@/server/text/example-of'
import { field } from '@/server/text/field'
import { metadataView, referenceView } from '@/server/text/tags'
import { declaredCallView } from './declared-call'
import { CHAIN_TYPES, TRANSACTION_STAGES, TRANSACTION_STATUSES, TRANSACTION_TYPES, type TransactionType } from './words'

export const NETWORKS = ['MAINNET', 'TESTNET'] as const

/** The event kind of an outcome in webhooks (spec 6.1). */
export type OutcomeKind = `wallet.${'transfer' | 'sign' | 'sweep'}.${'completed' | 'failed'}`

export const chainTypeField = field(z.enum(CHAIN_TYPES), 'The chain family.', 'EVM')

/** A decimal in major units. */
export const amountText = z.string()
const instant = z.iso.datetime()

/**
 * The types that callers of `/v1` can create, a token's deployment and operations among them. `/v1` documents only
 * these types.
 */
export const REQUESTABLE_TYPES = [
  'TRANSFER',
  'SIGN',
  'DEPLOY',
  'TOKEN_OPERATION',
  'SWEEP',
] as const satisfies readonly TransactionType[]

const transactionFields = z.object({
  id: field(z.uuid(), 'The id of the transaction.', '019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71'),
  type: z
    .enum(TRANSACTION_TYPES)
    .meta({ description: 'The type of the request.', enum: [...REQUESTABLE_TYPES], examples: ['TRANSFER'] }),
  chainType: chainTypeField,
  network: field(z.enum(NETWORKS), 'Mainnet or testnet.', 'TESTNET'),
  chainId: field(z.int(), 'The chain: EIP-155 for EVM, 101 and 103 for Solana.', 84_532),
  signerType: z
    .enum(['BUSINESS_HD', 'PLATFORM'])
    .meta({ description: 'The kind of key that signs.', enum: ['BUSINESS_HD'], examples: ['BUSINESS_HD'] }),
  fromAddress: field(z.string(), 'The sending wallet.', '0x52908400098527886E0F7030069857D2E4169EE7'),
  addressIndex: field(z.int(), 'HD index of the sending wallet.', 0),
  toAddress: field(z.string(), 'The recipient, or the contract called.', '0x000000000000000000000000000000000000dEaD'),
  amount: field(amountText, "The amount, as a decimal in the token's major unit.", '1.25'),
  valueUsd: field(
    amountText.optional(),
    'The value at the price of its acceptance; on completed and failed records. `0.00` if the platform has no price for the asset.',
    '3125.00',
  ),
  tokenAddress: field(
    z.string().optional(),
    'The token that moves; absent for the native coin.',
    '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  ),
  contractAddress: field(
    z.string().optional(),
    'The address of the contract that a deployment creates; known once it is signed.',
    '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  ),
  data: field(z.string().nullable(), 'Calldata of a signed transaction.', null),
  value: field(
    z.string().nullable(),
    'The wei that a signed transaction moves; `amount` is the same amount in the major unit.',
    null,
  ),
  txHash: field(
    z.string().nullable(),
    'The hash on the chain; null until it was sent.',
    '0x9f2d6c4a1b8e7035c2f4a6d8e0b1c3f5a7d9e1b3c5f7091a2b4c6d8e0f1a3b5c',
  ),
  status: field(z.enum(TRANSACTION_STATUSES), 'PENDING until it is final on the chain or has failed.', 'COMPLETED'),
  gasUsed: field(z.string().nullable(), 'The gas used, in units; null until it was mined.', '21000'),
  feeWei: field(z.string().nullable(), 'The fee on the chain, in base units; null until it is mined.', '210000000000'),
  feeUsd: field(
    amountText.optional(),
    'The amount charged to the USD balance for gas, once the transaction ended.',
    '0.00',
  ),
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
  createdAt: field(instant, 'The time at which it was accepted.', '2026-11-21T11:05:12.310Z'),
  updatedAt: field(instant, 'The time of its last update.', '2026-11-21T11:05:44.862Z'),
  error: field(
    z.string().optional(),
    'The reason why it failed; only on failed records.',
    'Reverted: ERC20InsufficientBalance',
  ),
  shortfall: shortfallView
    .optional()
    .describe('The required and the available amount, if a failed record was short of money; `error` has them too.'),
  reference: referenceView,
  metadata: metadataView,
  batchId: field(
    z.uuid().optional(),
    'The batch to which the transaction belongs.',
    '019a6b3e-9d10-7a44-8c51-2b6f0c9e2b71',
  ),
  call: declaredCallView
    .optional()
    .describe('The function that it calls, if the call came with a declaration. Absent otherwise.'),
  sweep: z
    .object({
      ruleId: field(z.uuid(), 'The sweep rule.', '019a6b3e-9d11-7b55-9d62-3c7f0c9e2b72'),
      trigger: field(
        z.enum(SWEEP_TRIGGERS),
        'The trigger of the sweep: a confirmed deposit, a transfer of your own, the hour of the rule, or a check of the balances.',
        'deposit',
      ),
    })
    .optional()
    .describe('The sweep rule that made it; only on sweeps.'),
  stage: field(
    z.enum(TRANSACTION_STAGES),
    'The progress of the transaction. `awaiting_approval`: a second person must approve it. `queued`: it waits for its turn.',
    'final',
  ),
  confirmations: field(z.int(), 'The number of confirmations, including its own block.', 12),
  attempts: field(z.int(), 'The number of signed versions. A version with a higher fee replaces a stuck one.', 1),
})

/** Spec 2.1, with the extra fields of decisions.md. */
export const transactionView = transactionFields.meta({
  id: 'Transaction',
  description: 'A transfer or a signed transaction.',
  examples: [
    exampleOf(transactionFields, 'contractAddress', 'error', 'batchId', 'tokenAddress', 'feeUsd', 'senderAddress'),
  ],
})
export type TransactionView = z.infer<typeof transactionView>

/** The reason why a person ends or expedites a transaction. */
export const reasonBody = z.strictObject({
  reason: field(
    lineOfText.max(300, 'At most 300 characters').default(''),
    'The reason, for the audit log.',
    'The customer asked twice',
  ),
})

export const transactionParams = z.object({
  id: field(z.uuid(), 'The id of the transaction.', '019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71'),
})

/** A person's request to the engine about one transaction. */
export const transactionRequest = z.object({
  transactionId: z.uuid(),
  reason: lineOfText.max(300, 'At most 300 characters').default(''),
})
export type TransactionRequest = z.output<typeof transactionRequest>

export const transactionRef = z.object({ transactionId: z.uuid() })
