import type { Hex } from 'viem'
import type { tokenOperations, tokenPayouts, tokens } from '@/db/schema'
import type { OperationKind } from '@/schemas/tokens/words'
import type { Chain } from '@/server/chains/registry'
import type { ContractCode } from './error-codes'

export type TokenRow = typeof tokens.$inferSelect
export type PayoutRow = typeof tokenPayouts.$inferSelect
export type OperationRow = typeof tokenOperations.$inferSelect

/** What one call does for policies: who gets something, and what that is worth. */
export type CallEffect = { toAddress: string; valueUsdMicros: bigint }

/** One transaction of an operation. */
export type PlannedCall = {
  /** A wallet of the business, as all that is sent for a token. */
  from: string
  to: string
  data: Hex
  /** Null where the calldata itself says what policies judge. */
  effect: CallEffect | null
  /** Only what the call before it does lets it succeed: not sent while that one waits for a person. */
  needsPrevious?: true
  /**
   * It cannot be undone: accepted only while nothing else that its wallet sent to these contracts, or moves of them, is
   * open.
   */
  notBeside?: readonly string[]
  /** The lines of the batch that it carries. */
  firstLine?: number
  lineCount?: number
}

/** One line of a batch. */
export type PlannedItem = { address: string; amountUnits?: bigint; investorId?: string }

/** A requested change of a token, ready to be simulated on its chain. */
export type OperationPlan = {
  token: TokenRow
  chain: Chain
  kind: OperationKind
  /** For the record: addresses and decimals. */
  detail: Record<string, string | number | boolean | null>
  payoutId: string | null
  calls: PlannedCall[]
  /** The items of a batch. */
  items: PlannedItem[]
  /** The codes of lines that were judged before they are sent, as on Solana: lines with a code are in no call. */
  decided?: readonly (ContractCode | null)[]
  webhookUrl: string | undefined
  webhookSecret: string | undefined
}
