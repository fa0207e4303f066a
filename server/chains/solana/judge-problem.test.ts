import { expect, test } from 'vitest'
import { judgeProblem } from './judge-problem'
import { transactionProblem } from './transaction-problem'

const SOL = { isToken: false }
const TOKEN = { isToken: true }

test.each([
  [{ InstructionError: [3, { Custom: 1 }] }, SOL, 'failed', 'The wallet holds less than the transfer moves'],
  [
    { InstructionError: [4, { Custom: 1 }] },
    TOKEN,
    'failed',
    'The wallet holds less of the token than the transfer moves',
  ],
  [{ InstructionError: [4, { Custom: 17 }] }, TOKEN, 'failed', /is frozen$/],
  [{ InstructionError: [4, { Custom: 4242 }] }, TOKEN, 'failed', 'The transfer failed with error 4242'],
  [{ InstructionError: [4, 'InvalidAccountData'] }, TOKEN, 'failed', 'The transfer failed: InvalidAccountData'],
  [{ InstructionError: [4, { BorshIoError: 'x' }] }, TOKEN, 'failed', 'The transfer failed: BorshIoError'],
  [
    { InstructionError: [2, 'IllegalOwner'] },
    TOKEN,
    'failed',
    "The recipient's token account belongs to another owner",
  ],
  [{ InstructionError: [2, { Custom: 1 }] }, TOKEN, 'fee_payer_short', /fee payer/],
  [{ InstructionError: [3, 'ComputationalBudgetExceeded'] }, SOL, 'failed', /more computation/],
  [{ InsufficientFundsForRent: { account_index: 0 } }, TOKEN, 'fee_payer_short', /fee payer/],
  [{ InsufficientFundsForRent: { account_index: 1 } }, SOL, 'failed', /minimum balance/],
  ['InsufficientFundsForFee', SOL, 'fee_payer_short', /InsufficientFundsForFee/],
  ['AccountNotFound', SOL, 'fee_payer_short', /AccountNotFound/],
  ['BlockhashNotFound', SOL, 'later', /BlockhashNotFound/],
  ['SomethingNew', TOKEN, 'later', /SomethingNew/],
  [{ DuplicateInstruction: 3 }, TOKEN, 'later', /DuplicateInstruction/],
])('judges %j', (raw, moved, verdict, text) => {
  const judged = judgeProblem(transactionProblem.parse(raw), moved)
  expect(judged.verdict).toBe(verdict)
  expect(judged.text).toMatch(text)
})
