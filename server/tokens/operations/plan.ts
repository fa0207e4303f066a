import type { Hex } from 'viem'
import type { tokenOperations, tokenPayouts, tokens } from '@/db/schema'
import { LINES_PER_CALL, type OperationKind } from '@/schemas/tokens/words'
import type { Chain } from '@/server/chains/registry'
import type { ContractCode } from './error-codes'

export type TokenRow = typeof tokens.$inferSelect
export type PayoutRow = typeof tokenPayouts.$inferSelect
export type OperationRow = typeof tokenOperations.$inferSelect

/** The effect of one call, for policies to judge: its recipient, and the value that the recipient gets. */
export type CallEffect = { toAddress: string; valueUsdMicros: bigint }

/** One transaction of an operation. */
export type PlannedCall = {
  /** The wallet of the business that sends it. */
  from: string
  to: string
  data: Hex
  /** Null if policies judge the calldata itself. */
  effect: CallEffect | null
  /** The call needs the effect of the previous one, so it is not sent while that one waits for an approval. */
  needsPrevious?: true
  /**
   * Addresses that nothing else of its wallet may touch, because the call cannot be undone. It is accepted only while
   * its wallet has no other open transaction that calls these contracts or moves their tokens.
   */
  notBeside?: readonly string[]
  /** The position and the number of the lines in it. */
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
  /** Addresses and decimals, for the record of the operation. */
  detail: Record<string, string | number | boolean | null>
  payoutId: string | null
  /** USD of one whole payment token, times 10^8, of a payout; null without a price. */
  paymentPriceE8?: bigint | null
  calls: PlannedCall[]
  /** The lines of a batch. */
  items: PlannedItem[]
  /** The codes of lines that were judged before sending, as on Solana. Lines with a code are in no call. */
  decidedCodes?: readonly (ContractCode | null)[]
  webhookUrl: string | undefined
  webhookSecret: string | undefined
}

/** Splits lines into the calls that hold them, in order. */
export function splitIntoCalls<Line>(lines: readonly Line[]): { first: number; some: readonly Line[] }[] {
  return Array.from({ length: Math.ceil(lines.length / LINES_PER_CALL) }, (_, n) => ({
    first: n * LINES_PER_CALL,
    some: lines.slice(n * LINES_PER_CALL, (n + 1) * LINES_PER_CALL),
  }))
}
