import { z } from 'zod'
import { integerField, integerText, isoDateTime, numericId, periodEnd, reasonText } from '@/schemas/text/contract'
import { pageNumber } from '@/server/paging'
import { listPart } from '@/server/text/csv-list'
import { field } from '@/server/text/field'
import { DEPOSIT_STAGES, SCREENING_LISTS, SCREENING_STATUSES } from './words'

const EXAMPLE_ID = '019a6b3e-a1c4-7b02-8d55-2f4e6a8c0b1d'
const EXAMPLE_WALLET = '019a6b3e-1f02-7c55-9d3e-6b7a8c9d0e1f'
const EXAMPLE_TOKEN = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const EXAMPLE_HASH = '0x9f2d6c4a1b8e7035c2f4a6d8e0b1c3f5a7d9e1b3c5f7091a2b4c6d8e0f1a3b5c'
const MAX_CHAIN = 2_147_483_647

const stage = z.enum(DEPOSIT_STAGES)
const token = z
  .string()
  .regex(/^(native|0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/, 'must be the address of a token, or `native`')

export const listDepositsQuery = z.strictObject({
  walletId: field(z.guid().optional(), 'Filters by wallet.', EXAMPLE_WALLET),
  tokenAddress: field(token.optional(), 'Filters by token; `native` is the coin of the chain.', EXAMPLE_TOKEN),
  chainId: integerText(1, MAX_CHAIN, 'Filters by chain.', 84_532).optional(),
  stage: field(stage.optional(), 'Filters by stage.', 'confirmed'),
  from: field(
    isoDateTime.optional(),
    'Filters by the time at which it was first seen: this time or later.',
    '2026-11-21T00:00:00.000Z',
  ),
  to: field(
    isoDateTime.optional(),
    'Filters by the time at which it was first seen: before this time.',
    '2026-11-22T00:00:00.000Z',
  ),
  cursor: field(z.guid().optional(), 'The `nextCursor` of the previous page.', EXAMPLE_ID),
  limit: integerField(1, 100, 'The maximum number of items.', 20),
})
export type ListDepositsInput = z.output<typeof listDepositsQuery>

/** The filter of the portal's list. */
export const depositFilter = z.object({
  walletId: z.uuid().optional(),
  chainId: numericId.optional(),
  token: token.optional(),
  stage: stage.optional(),
  /** A complete transaction hash, deposit id, sender or own address. */
  search: z.string().trim().max(120).optional(),
  from: periodEnd.optional(),
  to: periodEnd.optional(),
  page: pageNumber,
})
export type DepositFilter = z.output<typeof depositFilter>

/** A part of the whole list, for a file. */
export const depositPart = depositFilter.omit({ page: true }).extend({ after: listPart })
export type DepositPartInput = z.output<typeof depositPart>

export const depositRef = z.object({ depositId: z.uuid() })

export const depositView = z
  .object({
    id: field(
      z.string(),
      'The id of the deposit. The same transfer in another block, after its own block was replaced, is a new deposit.',
      EXAMPLE_ID,
    ),
    walletId: field(z.string(), 'The wallet that received it.', EXAMPLE_WALLET),
    address: field(z.string(), 'The address of that wallet.', '0x52908400098527886E0F7030069857D2E4169EE7'),
    addressIndex: field(z.int(), 'HD index of that wallet.', 0),
    chainType: field(z.enum(['EVM', 'SOLANA']), 'The chain family.', 'EVM'),
    network: field(z.enum(['MAINNET', 'TESTNET']), 'Mainnet or testnet.', 'TESTNET'),
    chainId: field(z.int(), 'The chain: EIP-155 for EVM, 101 and 103 for Solana.', 84_532),
    tokenAddress: field(
      z.string().nullable(),
      'The token received (on Solana its mint); null for the coin of the chain.',
      EXAMPLE_TOKEN,
    ),
    symbol: field(z.string(), 'Its display name.', 'USDC'),
    amount: field(z.string(), 'The exact amount, as a decimal in its major unit.', '25.5'),
    valueUsd: field(
      z.string().nullable(),
      'The value at the price when it was first seen; null if the platform has no price for it.',
      '25.50',
    ),
    fromAddress: field(
      z.string(),
      'The sender. Transfers between your own wallets are not deposits.',
      '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    ),
    txHash: field(z.string(), 'The transaction that contains it.', EXAMPLE_HASH),
    logIndex: field(
      z.int().nullable(),
      'EVM: the index of its log in the block; null for the coin of the chain. Solana: the position of its instruction in the transaction.',
      3,
    ),
    blockNumber: field(z.int(), 'The block that contains it; on Solana the slot.', 18_204_411),
    stage: field(
      stage,
      '`seen`: in a block that can still be replaced. `confirmed`: final under the rule of the chain, so credit it now. `reverted`: its block was replaced.',
      'confirmed',
    ),
    screened: z
      .object({
        status: field(
          z.enum(SCREENING_STATUSES),
          'FLAGGED: a person has not decided yet. KEPT: it stays flagged. CLEARED: it is free.',
          'FLAGGED',
        ),
        list: field(
          z.enum(SCREENING_LISTS),
          'BUSINESS: the list of your business names the sender, and its owners decide. OPERATOR: the list of the platform names the sender, and its operators decide.',
          'BUSINESS',
        ),
      })
      .nullable()
      .describe('Set if the sender was a blocked address. Sweep rules move the deposit only once it is CLEARED.'),
    confirmations: field(
      z.int(),
      'The number of confirmations (Solana: slots), including its own block; 0 once it is reverted.',
      12,
    ),
    createdAt: field(z.iso.datetime(), 'The time at which it was first seen.', '2026-11-21T11:05:12.310Z'),
    updatedAt: field(z.iso.datetime(), 'The time at which its stage last changed.', '2026-11-21T11:05:44.862Z'),
  })
  .meta({ id: 'Deposit', description: 'Money received by a wallet.' })
export type DepositView = z.infer<typeof depositView>

export const depositPage = z
  .object({
    items: z.array(depositView).describe('Newest first.'),
    pagination: z
      .object({
        limit: field(z.int(), 'The requested value.', 20),
        hasMore: field(z.boolean(), 'Whether more follow.', false),
        nextCursor: field(z.string().nullable(), 'The `cursor` of the next page; null on the last.', null),
      })
      .describe('The position of this page in the list.'),
  })
  .meta({ id: 'DepositPage' })
export type DepositPage = z.infer<typeof depositPage>

/** Clears the flag of a deposit from a blocked address, or keeps it permanently. */
export const decideScreeningInput = depositRef.extend({ decision: z.enum(['CLEARED', 'KEPT']), note: reasonText })
export type DecideScreeningInput = z.output<typeof decideScreeningInput>

/** The flag of a deposit that a second operator has to agree to clear. */
export const depositClearance = depositRef.extend({
  note: z.string(),
  businessId: z.uuid(),
  amount: z.string(),
  symbol: z.string(),
  chainName: z.string(),
})
export type DepositClearance = z.output<typeof depositClearance>

export const screenedFilter = z.object({ page: pageNumber })
