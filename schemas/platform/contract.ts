import { z } from 'zod'
import { numericId } from '@/schemas/text/contract'

const GAS_STRATEGIES = ['topup', 'delegation'] as const
type GasStrategy = (typeof GAS_STRATEGIES)[number]

export const TREASURY_WALLET_PURPOSES = ['TREASURY', 'GAS', 'RELAYER', 'FEE_PAYER'] as const
export type TreasuryWalletPurpose = (typeof TREASURY_WALLET_PURPOSES)[number]

/**
 * `enabled`: the contract is on the chain and in use. `deploying`: a transaction of the platform deploys it; check
 * again once it is mined.
 */
export type DeploymentState = 'enabled' | 'deploying'

/** A wallet the platform pays gas from, on one chain; amounts in the native coin. */
export type TreasuryWalletView = {
  walletId: string
  purpose: TreasuryWalletPurpose
  address: string
  /** Null while the chain does not answer. */
  balance: string | null
  /** Fees it paid, and gas it sent to customers' wallets. */
  spentDay: string
  spentWeek: string
  /** Below the minimum balance of its kind. */
  isLow: boolean
}

/** The payment of a chain's gas, and the time for which it lasts. */
export type TreasuryChain = {
  chainId: number
  name: string
  nativeSymbol: string
  nativeDecimals: number
  network: 'MAINNET' | 'TESTNET'
  chainType: 'EVM' | 'SOLANA'
  /** The payer: the platform (`sponsored`), or the business's USD balance (`debited`). */
  gasPolicy: 'sponsored' | 'debited'
  gasStrategy: GasStrategy
  hasDelegate: boolean
  /** False also of a chain whose relayers use an earlier version. */
  hasNewestDelegate: boolean
  /**
   * Gas wallets and relayers below `gasLow` are filled to `gasTarget`; a treasury below `treasuryLow` raises an alarm.
   */
  gasLow: string
  gasTarget: string
  treasuryLow: string
  held: string | null
  spentDay: string
  spentWeek: string
  /**
   * At the higher rate of the last day and the last week; null if nothing was spent or the chain does not answer.
   */
  runwayDays: number | null
  wallets: TreasuryWalletView[]
}

const coins = z
  .string()
  .trim()
  .regex(/^(0|[1-9]\d{0,11})(\.\d{1,18})?$/, 'Enter an amount such as 0.5')

export const gasSettings = z.object({
  chainId: numericId,
  gasStrategy: z.enum(GAS_STRATEGIES),
  gasLow: coins,
  gasTarget: coins,
  treasuryLow: coins,
})
export type GasSettings = z.output<typeof gasSettings>
