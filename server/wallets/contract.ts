import { z } from 'zod'

/** BIP-32 knows no larger non-hardened index. */
export const MAX_ADDRESS_INDEX = 2 ** 31 - 1
export const MAX_WALLETS_PER_CALL = 200
export const DEFAULT_PURPOSE = 'GENERAL'

export const chainType = z.enum(['EVM', 'SOLANA'])

export const createWalletsBody = z.strictObject({
  chainType,
  purpose: z.string().trim().min(1).max(64).default(DEFAULT_PURPOSE),
  count: z.int().min(1).max(MAX_WALLETS_PER_CALL).default(1),
})
export type CreateWalletsInput = z.output<typeof createWalletsBody>

export const listWalletsQuery = z.strictObject({
  page: wholeNumber(1, 1_000_000).default(1),
  pageSize: wholeNumber(1, 100).default(20),
  chainType: chainType.optional(),
})
export type ListWalletsInput = z.output<typeof listWalletsQuery>

export const addressIndexParams = z.strictObject({ addressIndex: wholeNumber(0, MAX_ADDRESS_INDEX) })
export const addressIndexQuery = z.strictObject({ chainType: chainType.default('EVM') })
export const countWalletsQuery = z.strictObject({ chainType: chainType.optional() })
export const walletIdParams = z.strictObject({ walletId: z.guid() })

export const bindWalletInput = z.object({
  walletId: z.uuid(),
  /** Null frees it. */ boundProjectId: z.uuid().nullable(),
})
export type BindWalletInput = z.output<typeof bindWalletInput>

/** Spec 2.2; `boundProjectId` is ours. */
export const walletView = z.object({
  id: z.string(),
  businessName: z.string(),
  address: z.string(),
  chainType,
  purpose: z.string(),
  derivationPath: z.string(),
  addressIndex: z.int(),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  deactivatedAt: z.iso.datetime().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  /** The one project whose keys may use it; null: any project of the business. */
  boundProjectId: z.string().nullable(),
})
export type WalletView = z.infer<typeof walletView>

/** Spec 2.2: what the generate response lists of each new wallet. */
export const newWalletView = walletView.pick({ address: true, chainType: true, isActive: true, addressIndex: true })
export type NewWalletView = z.infer<typeof newWalletView>

export const walletPage = z.object({
  items: z.array(walletView),
  total: z.int(),
  page: z.int(),
  pageSize: z.int(),
})
export type WalletPage = z.infer<typeof walletPage>

export const walletCount = z.object({ count: z.int() })

/** Decimal strings in US dollars. */
export const chainView = z.object({
  chainId: z.int(),
  code: z.string(),
  name: z.string(),
  chainType,
  network: z.enum(['MAINNET', 'TESTNET']),
  nativeSymbol: z.string(),
  nativeDecimals: z.int(),
  explorerUrl: z.string(),
  gasPolicy: z.enum(['sponsored', 'debited']),
  /** Whether the chain can be reached: false answers transfers with 404. */
  isAvailable: z.boolean(),
  tokens: z.array(z.object({ symbol: z.string(), address: z.string(), decimals: z.int() })),
})
export type ChainView = z.infer<typeof chainView>

/** An integer of a path or query, where everything is text; refuses `1e3`, `0x1`, ` 1` and the empty text. */
function wholeNumber(min: number, max: number) {
  return z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().int().min(min).max(max))
}
