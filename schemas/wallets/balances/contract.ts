import { z } from 'zod'
import { field } from '@/server/text/field'

const EXAMPLE_TOKEN = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const network = field(z.enum(['MAINNET', 'TESTNET']), 'Mainnet or testnet.', 'TESTNET')
const chainId = field(z.int(), 'EIP-155 for EVM, 101 and 103 for Solana.', 84_532)

const assetBalance = z.object({
  symbol: field(z.string(), 'Its display name.', 'USDC'),
  tokenAddress: field(z.string().nullable(), 'The token; null for the coin of the chain.', EXAMPLE_TOKEN),
  decimals: field(z.int(), 'The decimals of its major unit.', 6),
  amount: field(z.string(), 'The exact amount of the owner, as a decimal in its major unit.', '25.5'),
  units: field(z.string(), 'The amount in base units.', '25500000'),
  platformUnits: field(
    z.string(),
    'The amount that the platform added for gas, in base units: it cannot be sent.',
    '0',
  ),
  valueUsd: field(
    z.string().nullable(),
    'The value of `amount` at the current price; null if the platform has no price for it.',
    '25.50',
  ),
})
export type AssetBalance = z.infer<typeof assetBalance>

export const walletBalancesView = z
  .object({
    address: field(z.string(), 'The address of the wallet.', '0x52908400098527886E0F7030069857D2E4169EE7'),
    chains: z
      .array(
        z.object({
          chainId,
          network,
          blockNumber: field(z.int(), 'The block of the balances, on Solana the slot.', 18_204_411),
          assets: z.array(assetBalance).describe('The coin of the chain first, then the supported tokens.'),
        }),
      )
      .describe('The chains of the wallet type that responded.'),
    unavailable: z
      .array(
        z.object({
          chainId,
          network,
          tokenAddress: field(
            z.string().nullable(),
            'The token whose contract did not respond; null if the whole chain did not respond.',
            null,
          ),
        }),
      )
      .describe('The balances that could not be read. They are missing from `chains`, and may not be zero.'),
  })
  .meta({ id: 'WalletBalances' })
export type WalletBalances = z.infer<typeof walletBalancesView>

/** Wallets of a page of the portal's list. */
export const listBalancesInput = z.object({ walletIds: z.array(z.uuid()).min(1).max(50) })

/** The value of a wallet in a list, in USD. */
export type WalletWorth = {
  walletId: string
  /** All its assets on mainnets that have a price. */
  valueUsd: string
  /** Some of its assets have no price, or could not be read. */
  isPartial: boolean
  /** The value on test networks, where nothing has a real value. */
  testnetUsd: string
}
