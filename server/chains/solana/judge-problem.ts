import { NATIVE_SHORT, TOKEN_SHORT } from '@/server/chains/shortage-texts'
import { FEE_PAYER_SHORT } from './failure-texts'
import type { TransactionProblem } from './transaction-problem'

/**
 * The meaning of a transfer's problem: `failed` if it cannot succeed, `fee_payer_short` if the platform lacks money,
 * `later` if it says nothing about the transfer.
 */
export type Judgement = { verdict: 'failed' | 'fee_payer_short' | 'later'; text: string }

type Moved = { isToken: boolean }
type Step = 'budget' | 'create' | 'memo' | 'move'

/** Error names of the runtime that concern the fee payer itself. */
const FEE_PAYER_WORDS = ['InsufficientFundsForFee', 'AccountNotFound']

/** Reads a problem of a transfer that this code built. Unknown errors never count as a failure. */
export function judgeProblem(problem: TransactionProblem, moved: Moved): Judgement {
  if (problem.kind === 'other') {
    const isOurs = FEE_PAYER_WORDS.includes(problem.word)
    return {
      verdict: isOurs ? 'fee_payer_short' : 'later',
      text: `The network refused the transaction: ${problem.word}`,
    }
  }
  if (problem.kind === 'rent') return judgeRent(problem.accountIndex, moved)
  const step = stepsOf(moved)[problem.index] ?? 'budget'
  if (step === 'create') return judgeCreate(problem)
  if (step === 'move' && problem.custom !== null) {
    const texts = moved.isToken ? TOKEN_ERRORS : SYSTEM_ERRORS
    return { verdict: 'failed', text: texts[problem.custom] ?? `The transfer failed with error ${problem.custom}` }
  }
  if (problem.word === 'ProgramFailedToComplete' || problem.word === 'ComputationalBudgetExceeded') {
    return { verdict: 'failed', text: 'The transfer needs more computation than a transfer is given' }
  }
  return { verdict: 'failed', text: `The transfer failed: ${wordsOf(problem)}` }
}

/** The instructions of a transfer, as `buildTransferMessage` lays them out. */
function stepsOf({ isToken }: Moved): Step[] {
  return isToken ? ['budget', 'budget', 'create', 'memo', 'move'] : ['budget', 'budget', 'memo', 'move']
}

function judgeRent(accountIndex: number, { isToken }: Moved): Judgement {
  if (accountIndex === 0) return { verdict: 'fee_payer_short', text: FEE_PAYER_SHORT }
  const text = isToken
    ? 'The transfer would leave an account below the minimum balance of the network'
    : 'The transfer would leave the wallet or its recipient below the minimum balance of the network'
  return { verdict: 'failed', text }
}

function judgeCreate(problem: Extract<TransactionProblem, { kind: 'instruction' }>): Judgement {
  // The system program's error for a payer that lacks lamports.
  if (problem.custom === 1) return { verdict: 'fee_payer_short', text: FEE_PAYER_SHORT }
  if (problem.word === 'IllegalOwner' || problem.custom === 0) {
    return { verdict: 'failed', text: "The recipient's token account belongs to another owner" }
  }
  return { verdict: 'failed', text: `The recipient's token account could not be made: ${wordsOf(problem)}` }
}

function wordsOf({ custom, word }: { custom: number | null; word: string }): string {
  return custom === null ? word : `error ${custom}`
}

const SYSTEM_ERRORS: Record<number, string> = { 1: NATIVE_SHORT }

/** Numbers of the token programs; 16 and above are Token-2022's alone. */
const TOKEN_ERRORS: Record<number, string> = {
  0: 'The transfer would leave a token account below the minimum balance of the network',
  1: TOKEN_SHORT,
  2: 'The token does not exist any more',
  3: 'A token account belongs to another token',
  4: 'The wallet does not own its token account',
  17: "The wallet's or the recipient's account of this token is frozen",
  18: 'The token has other decimals',
  36: 'The recipient takes this token only with a memo',
  37: 'The token cannot be transferred',
  67: 'The token is paused by its issuer',
}
