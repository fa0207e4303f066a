import type { Hex } from 'viem'
import type { SweepTrigger } from '@/schemas/sweeps/words'
import type { Chain } from '@/server/chains/registry'
import type { Failure } from '@/server/engine/failure'
import type { PolicyIntent } from '@/server/policies/judge-intent'
import type { Tags } from '@/server/text/tags-of'

/** A requested action on a chain, checked as far as possible without the database. */
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
  /** Decimals of the asset that is moved. */
  decimals: number
  callData: Hex | null
  quote: Quote
  /** The recipient and the method, which a policy judges in addition to the value. */
  effect: Pick<PolicyIntent, 'toAddress' | 'contract' | 'selector'>
  /** The reason why it cannot succeed, if known before anything is paid: it is recorded as failed and never sent. */
  refusal: Failure | null
  webhookUrl: string | undefined
  webhookSecret: string | undefined
  idempotencyKey: string | null
  /** The called function as declared by the caller, in one line of Solidity. */
  declaredFunction?: string
  /**
   * The requester, as `actorName` writes it, if another actor has the intent accepted. The requester cannot approve it.
   */
  requestedBy?: string
  /** The batch that it is a line of. */
  batchId?: string
  /** The rule of a sweep, and the trigger of its run. */
  sweep?: { ruleId: string; trigger: SweepTrigger }
  /** The customer's reference and metadata; absent if the customer sets none. */
  tags?: Tags
  /** The id of its execution on chain; null means the id of its row. */
  intentId: string | null
}

/** The cost and the value of an intent, at current prices. */
export type Quote = {
  /** Null if the engine determines it. */
  gasLimit: bigint | null
  /** To be held from the USD balance; 0n where the platform pays. */
  feeHoldMicros: bigint
  /** The fee that the hold covers, in native units; null if the platform pays. */
  worstFeeUnits: bigint | null
  /**
   * To be reserved from the day's budget of sponsored gas; 0n where the business pays, or nothing is known of the fees.
   */
  sponsoredMicros: bigint
  /** USD of one whole native coin, times 10^8; null without a fresh price. */
  nativePriceE8: bigint | null
  priceAt: Date | null
  /** The USD value of the assets that the intent moves; null without a price. */
  valueUsdMicros: bigint | null
}
