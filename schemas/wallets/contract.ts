import { z } from 'zod'
import { integerField, integerText, lineOfText } from '@/schemas/text/contract'
import { pageNumber } from '@/server/paging'
import { field } from '@/server/text/field'
import {
  metadataChange,
  metadataField,
  metadataFilter,
  referenceField,
  referenceFilter,
  referenceView,
} from '@/server/text/tags'

/** BIP-32 knows no larger non-hardened index. */
export const MAX_ADDRESS_INDEX = 2 ** 31 - 1
export const MAX_WALLETS_PER_CALL = 200
export const DEFAULT_PURPOSE = 'GENERAL'

export const chainType = z.enum(['EVM', 'SOLANA'])
const chainTypeField = field(chainType, 'The chain family.', 'EVM')
const onlyOfType = field(chainType.optional(), 'Filters by chain family.', 'EVM')

export const createWalletsBody = z.strictObject({
  chainType: chainTypeField,
  purpose: field(lineOfText.min(1).max(64).default(DEFAULT_PURPOSE), 'A label for your own use.', 'DEPOSITS'),
  count: field(z.int().min(1).max(MAX_WALLETS_PER_CALL).default(1), 'How many.', 1),
  reference: referenceField,
  metadata: metadataField,
})
export const generateWalletsBody = createWalletsBody.refine(
  ({ reference, count }) => reference === undefined || count === 1,
  { path: ['reference'], message: 'names one wallet: make several one by one' },
)
export type CreateWalletsInput = z.output<typeof createWalletsBody>

export const listWalletsQuery = z.strictObject({
  page: integerField(1, 1_000_000, 'The page number.', 1),
  pageSize: integerField(1, 100, 'Items per page.', 20),
  chainType: onlyOfType,
  reference: referenceFilter,
  metadata: metadataFilter,
  purpose: field(lineOfText.min(1).max(64).optional(), 'Filters by the exact purpose.', 'DEPOSITS'),
  search: field(
    lineOfText.min(1).max(120).optional(),
    'The beginning or the end of an address, an index, or a part of the purpose, label or reference.',
    'treasury',
  ),
})
export type ListWalletsInput = z.output<typeof listWalletsQuery>

/** The filter of the list in the portal. */
export const walletFilter = z.object({
  chainType: chainType.optional(),
  /** The beginning or the end of an address, an index, or a part of the purpose, label or reference. */
  search: z.string().trim().max(120).optional(),
  metadata: metadataFilter,
  /** Only those that the project may send from. */
  usable: z.boolean().optional(),
  page: pageNumber,
})
export type WalletFilter = z.output<typeof walletFilter>

export const addressIndexParams = z.strictObject({
  addressIndex: integerText(0, MAX_ADDRESS_INDEX, 'HD index of the wallet.', 0),
})
export const addressIndexQuery = z.strictObject({
  chainType: field(chainType.default('EVM'), 'Each family of chains counts its indices from 0.', 'EVM'),
})
export const countWalletsQuery = z.strictObject({ chainType: onlyOfType })
export const walletIdParams = z.strictObject({
  walletId: field(z.guid(), 'The id of the wallet.', '019a6b3e-1f02-7c55-9d3e-6b7a8c9d0e1f'),
})

export const updateWalletParams = z.strictObject({
  id: field(z.guid(), 'The id of the wallet.', '019a6b3e-1f02-7c55-9d3e-6b7a8c9d0e1f'),
})
const labelField = field(
  lineOfText.max(120).nullable().optional(),
  'Your name for the wallet; null or an empty text removes it.',
  'Treasury',
)
export const updateWalletBody = z
  .strictObject({
    label: labelField,
    metadata: field(
      metadataChange.optional(),
      'Given keys are set, or removed by null or an empty text. Other keys do not change.',
      { customer: 'c-77' },
    ),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'names nothing to change')
export type UpdateWalletInput = z.output<typeof updateWalletBody> & { walletId: string }
export const updateWalletInput = z.object({ walletId: z.uuid(), label: labelField })

export const bindWalletInput = z.object({
  walletId: z.uuid(),
  /** Null frees it. */ boundProjectId: z.uuid().nullable(),
})
export type BindWalletInput = z.output<typeof bindWalletInput>

/** Spec 2.2, with `boundProjectId` in addition. */
export const walletView = z
  .object({
    id: field(z.string(), 'The id of the wallet.', '019a6b3e-1f02-7c55-9d3e-6b7a8c9d0e1f'),
    businessName: field(z.string(), 'The business it belongs to.', 'Acme Ltd'),
    address: field(
      z.string(),
      'The address, which is the same on every chain of its type.',
      '0x52908400098527886E0F7030069857D2E4169EE7',
    ),
    chainType: chainTypeField,
    purpose: field(z.string(), 'A label for your own use.', 'DEPOSITS'),
    derivationPath: field(z.string(), 'The path of its key from the seed of the business.', "m/44'/60'/0'/0/0"),
    addressIndex: field(z.int(), 'The index, counted from 0 per business and chain type.', 0),
    isActive: field(z.boolean(), 'False after deactivation, which is final.', true),
    createdAt: field(z.iso.datetime(), 'The time at which it was created.', '2026-11-21T11:05:12.310Z'),
    deactivatedAt: field(
      z.iso.datetime().nullable(),
      'The time at which it was deactivated; null while it is active.',
      null,
    ),
    label: field(z.string().nullable().optional(), 'Your name for the wallet; null if there is none.', 'Treasury'),
    reference: referenceView,
    metadata: field(z.record(z.string(), z.string()).nullable(), 'Your own data; null if there is none.', {
      customer: 'c-77',
    }),
    boundProjectId: field(
      z.string().nullable(),
      'The only project whose keys may use it; null for any project of the business.',
      null,
    ),
  })
  .meta({ id: 'Wallet' })
export type WalletView = z.infer<typeof walletView>
/** `isRestored`: a restore added it, because the backup may lack it. Callers may give any wallet the same purpose. */
export type WalletDetailView = WalletView & { isRestored: boolean }

/** Spec 2.2: the fields of each new wallet in the response. */
export const newWalletView = walletView
  .pick({ address: true, chainType: true, isActive: true, addressIndex: true, reference: true })
  .meta({ id: 'NewWallet' })
export type NewWalletView = z.infer<typeof newWalletView>

export const walletPage = z
  .object({
    items: z.array(walletView).describe('Newest first.'),
    total: field(z.int(), 'The total number of items.', 1),
    page: field(z.int(), 'The requested value.', 1),
    pageSize: field(z.int(), 'The requested value.', 20),
  })
  .meta({ id: 'WalletPage' })
export type WalletPage = z.infer<typeof walletPage>

export const walletCount = z.object({ count: field(z.int(), 'The number of them.', 12) }).meta({ id: 'WalletCount' })

export const chainView = z
  .object({
    chainId: field(z.int(), 'EIP-155 for EVM, 101 and 103 for Solana.', 84_532),
    code: field(z.string(), 'The chain family, for mainnet and testnet.', 'BASE'),
    name: field(z.string(), 'Its display name.', 'Base Sepolia'),
    chainType: chainTypeField,
    network: field(z.enum(['MAINNET', 'TESTNET']), 'Mainnet or testnet.', 'TESTNET'),
    nativeSymbol: field(z.string(), 'The coin in which gas is paid.', 'ETH'),
    nativeDecimals: field(z.int(), 'The decimals of the native coin.', 18),
    explorerUrl: field(z.string(), 'Its block explorer.', 'https://sepolia.basescan.org'),
    gasPolicy: field(
      z.enum(['sponsored', 'debited']),
      'Whether the platform pays the gas, or your USD balance.',
      'sponsored',
    ),
    isAvailable: field(z.boolean(), 'False if the platform cannot reach the chain; transfers then return 404.', true),
    tokens: z
      .array(
        z.object({
          symbol: field(z.string(), 'Its display name.', 'cNGN'),
          address: field(z.string(), 'Its contract, on Solana its mint.', '0x036CbD53842c5426634e7929541eC2318f3dCF7e'),
          decimals: field(z.int(), 'The decimals of its major unit.', 6),
        }),
      )
      .describe('The supported tokens. Other tokens can be named by address.'),
  })
  .meta({ id: 'Chain' })
export type ChainView = z.infer<typeof chainView>

export const walletRef = z.object({ walletId: z.uuid() })
// `shape`: the body of `/v1` refuses unknown fields, and here the portal sends the project with it.
export const createWalletsInput = z.object(createWalletsBody.shape)
