import type { Instruction } from './encode-message'
import type { SolanaTransfer } from './transfer'

/** A placeholder for the platform's fee payer in stored instructions; the address is filled in when they are signed. */
export const FEE_PAYER = 'payer'

/** Instructions of known programs as the chain will see them, under the authority of one wallet. */
export type SolanaProgramCall = {
  /** Goes into the memo, so that two equal calls are two different messages. */
  intentId: string
  feePayer: string
  fromOwner: string
  /** With the fee payer's own address. */
  instructions: readonly Instruction[]
}

/** The content of one message of the engine: a transfer or a program call. */
export type SolanaWork = SolanaTransfer | SolanaProgramCall

export function isProgramCall(work: SolanaWork): work is SolanaProgramCall {
  return 'instructions' in work
}

/** Budget, budget and memo come before the call's own instructions. */
export const INSTRUCTIONS_BEFORE_CALL = 3
