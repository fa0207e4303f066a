import type { Hex } from 'viem'
import type { tokenOperations, tokenPayouts, tokens } from '@/db/schema'
import type { OperationKind } from '@/schemas/tokens/words'
import type { Chain } from '@/server/chains/registry'
import type { ContractCode } from './error-codes'

export type TokenRow = typeof tokens.$inferSelect
export type PayoutRow = typeof tokenPayouts.$inferSelect
export type OperationRow = typeof tokenOperations.$inferSelect

/** The effect of one call, for policies to judge: its recipient, and the value that the recipient gets. */
export type CallEffect = { toAddress: string; valueUsdMicros: bigint }

/** One transaction of an operation. */
export type PlannedCall = {
  /** A wallet of the business, like the sender of every transaction of a token. */
  from: string
  to: string
  data: Hex
  /** Null where policies judge the calldata itself. */
  effect: CallEffect | null
  /** The call succeeds only after the call before it: it is not sent while that one waits for a person. */
  needsPrevious?: true
  /**
   * The call cannot be undone: it is accepted only while its wallet has nothing else open that calls these contracts,
   * or moves their tokens.
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
