import type { Hex } from 'viem'
import type { SweepTrigger } from '@/schemas/sweeps/words'
import type { Chain } from '@/server/chains/registry'
import type { Failure } from '@/server/engine/failure'
import type { PolicyIntent } from '@/server/policies/judge-intent'
import type { Tags } from '@/server/text/tags'

/** What a request wants done on a chain, checked as far as that goes without the database. */
export type Intent = {
  type: 'TRANSFER' | 'SIGN' | 'DEPLOY' | 'TOKEN_OPERATION' | 'SWEEP'
  chain: Chain
  /** The wallet: its address or its HD index. */
  from: string | number
  /** The zero address of a DEPLOY means no recipient: its calldata is creation code. */
  toAddress: string
  /** Null moves the native coin. */
  tokenAddress: string | null
  /** The most that a SWEEP may move. */
  amountUnits: bigint
  /** Decimals of what is moved. */
  decimals: number
  callData: Hex | null
  quote: Quote
  /** Who gets it and through which method: what a policy judges beside the value. */
  effect: Pick<PolicyIntent, 'toAddress' | 'contract' | 'selector'>
  /** Why it cannot succeed, known before anything is paid: recorded as failed and never sent. */
  refusal: Failure | null
  webhookUrl: string | undefined
  webhookSecret: string | undefined
  idempotencyKey: string | null
  /** The function that its caller says it calls, in one line of Solidity. */
  declaredFunction?: string
  /** The batch it is a line of. */
  batchId?: string
  /** The rule that makes a sweep, and why it looked. */
  sweep?: { ruleId: string; trigger: SweepTrigger }
  /** What its customer calls it; absent where nothing is said. */
  tags?: Tags
  /** The id its execution has on chain; null: the id of its row. */
  intentId: string | null
}

/** What an intent costs and is worth, at the prices of the moment. */
export type Quote = {
  /** Null where the engine finds it. */
  gasLimit: bigint | null
  /** To be held from the USD balance; 0n where the platform pays. */
  feeHoldMicros: bigint
  /** The fee that the hold covers, in native units; null where the platform pays. */
  worstFeeUnits: bigint | null
  /**
   * To be reserved from the day's budget of sponsored gas; 0n where the business pays, or nothing is known of the fees.
   */
  sponsoredMicros: bigint
  /** USD of one whole native coin, times 10^8; null without a fresh price. */
  nativePriceE8: bigint | null
  priceAt: Date | null
  /** What the intent moves; null without a price. */
  valueUsdMicros: bigint | null
}
