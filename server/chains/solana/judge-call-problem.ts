import { FEE_PAYER_SHORT } from './failure-texts'
import { type Judgement, judgeProblem } from './judge-problem'
import { INSTRUCTIONS_BEFORE_CALL } from './program-call'
import { isTokenProgram } from './programs'
import type { TransactionProblem } from './transaction-problem'

/** Numbers of the token programs, by the names that asset contracts have for the same. */
const TOKEN_ERRORS: Readonly<Record<number, string>> = {
  1: 'InsufficientBalance: the account holds less',
  3: 'InvalidWallet: the account is of another token',
  13: 'NotRegistered: the account is frozen already, or not frozen any more',
  14: 'SupplyLimit: there would be more than the chain can count',
  17: 'WalletFrozen: an account of the token is frozen',
  67: 'EnforcedPause: the token is paused',
}

/**
 * Reads a problem of a call of programs; `programs` are those of its instructions, in their order, or null if that is
 * not known. An unknown problem is never a failure.
 */
export function judgeCallProblem(problem: TransactionProblem, programs: readonly string[] | null): Judgement {
  if (problem.kind !== 'instruction') return judgeProblem(problem, { isToken: true })
  const program = programs?.[problem.index - INSTRUCTIONS_BEFORE_CALL] ?? null
  const isToken = program === null || isTokenProgram(program)
  const { custom, word } = problem
  // The system program's error for a payer who lacks lamports, also when another program calls it.
  if (!isToken && custom === 1) return { verdict: 'fee_payer_short', text: FEE_PAYER_SHORT }
  if (isToken && custom !== null)
    return { verdict: 'failed', text: `The transaction reverted with ${TOKEN_ERRORS[custom] ?? `error ${custom}`}` }
  return { verdict: 'failed', text: `The transaction failed: ${custom === null ? word : `error ${custom}`}` }
}
