import { z } from 'zod'
import { integerText, lineOfText } from '@/schemas/text/contract'
import { EXAMPLE_ADDRESS, pageFields, tokenRef } from '@/schemas/tokens/contract'
import { field } from '@/server/text/field'

const holderView = z
  .object({
    address: field(z.string(), 'The wallet.', EXAMPLE_ADDRESS),
    investorId: field(z.string().nullable(), 'The investor it belongs to; null for the tokenAdmin.', 'investor-17'),
    label: field(z.string(), 'The registered value.', 'Custody account'),
    balance: field(z.string(), 'Whole tokens.', '25.5'),
    sharePercent: field(z.string(), 'The share of the supply, rounded down to four decimals.', '100.0000'),
    isFrozen: field(z.boolean(), 'Whether it is frozen: it can neither send nor receive.', false),
  })
  .meta({ id: 'TokenHolder' })
export type HolderView = z.infer<typeof holderView>

const MAX_BLOCK = 1_000_000_000
export const holdersQuery = z.strictObject({
  ...pageFields,
  block: integerText(
    0,
    MAX_BLOCK,
    'The balances at the end of this block, or of the newest indexed block if that is earlier; `block` of the response names it.',
    1,
  ).optional(),
})

export const holderPage = z
  .object({
    items: z.array(holderView).describe('The holders, largest first.'),
    total: field(z.int(), 'The number of wallets that hold the token.', 1),
    page: field(z.int(), 'The requested value.', 1),
    pageSize: field(z.int(), 'The requested value.', 20),
    block: field(z.int(), 'The block at whose end the balances were read.', 1_234_567),
    totalSupply: field(z.string(), 'The balance in whole tokens, at that block.', '25.5'),
  })
  .meta({ id: 'TokenHolderPage' })
export type HolderPage = z.infer<typeof holderPage>

/** The query of a list. */
export const holderFilter = tokenRef.extend({ page: z.int().min(1).default(1) })

/** The first part of a cap table, or the one behind a holder. */
export const exportFilter = tokenRef.extend({
  from: z
    .object({
      block: z.int().min(0),
      balanceUnits: z.string().regex(/^\d{1,78}$/),
      address: z.string().max(64),
    })
    .optional(),
})
export type ExportFilter = z.output<typeof exportFilter>

const registeredWalletView = z
  .object({
    address: field(z.string(), 'The wallet.', EXAMPLE_ADDRESS),
    investorId: field(z.string().nullable(), 'The investor it belongs to.', 'investor-17'),
    label: field(z.string(), 'The registered value.', 'Custody account'),
    country: field(z.string(), 'The registered country; empty if none was given.', 'NG'),
    isRegistered: field(z.boolean(), 'Whether the registration is final on the chain.', true),
    isFrozen: field(z.boolean(), 'Whether it is frozen: it can neither send nor receive.', false),
    isBlocked: field(
      z.boolean(),
      'Whether its address is blocked. It receives no mint, transfer or payment until it is unblocked.',
      false,
    ),
    balance: field(z.string(), 'Whole tokens.', '25.5'),
    createdAt: field(z.iso.datetime(), 'The time at which it was registered.', '2026-11-24T11:05:12.310Z'),
  })
  .meta({ id: 'RegisteredWallet' })
export type RegisteredWalletView = z.infer<typeof registeredWalletView>

export const registeredWalletPage = z
  .object({
    items: z.array(registeredWalletView).describe('The wallets in the order of registration.'),
    total: field(z.int(), 'The total number of items.', 1),
    page: field(z.int(), 'The requested value.', 1),
    pageSize: field(z.int(), 'The requested value.', 20),
  })
  .meta({ id: 'RegisteredWalletPage' })

export const walletsQuery = z.strictObject({
  ...pageFields,
  investorId: field(lineOfText.min(1).max(120).optional(), 'Filters by investor.', 'investor-17'),
})
export const walletFilter = tokenRef.extend({ page: z.int().min(1).default(1) })
