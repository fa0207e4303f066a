import { expect, test } from 'vitest'
import type { TransactionStage } from '@/schemas/transactions/words'
import { requestProblem } from './request-problem'

const at = (stage: TransactionStage, chainType: 'EVM' | 'SOLANA' = 'EVM') => ({
  status: 'PENDING' as const,
  stage,
  chainType,
})

test.each<[TransactionStage, string | null, string | null]>([
  ['awaiting_approval', null, 'The transaction has not been sent yet'],
  ['queued', null, 'The transaction has not been sent yet'],
  ['signed', null, null],
  ['broadcast', null, null],
  ['mined', 'The transaction is already mined', 'The transaction is already mined'],
])('in stage %s', (stage, cancel, speedUp) => {
  expect(requestProblem('cancel', at(stage))).toBe(cancel)
  expect(requestProblem('speed_up', at(stage))).toBe(speedUp)
})

test('nothing is asked of what has ended, nor of what was sent on Solana', () => {
  expect(requestProblem('cancel', { ...at('final'), status: 'FAILED' })).toBe('The transaction has ended')
  expect(requestProblem('cancel', at('broadcast', 'SOLANA'))).toMatch('Solana')
  expect(requestProblem('cancel', at('queued', 'SOLANA'))).toBeNull()
})
