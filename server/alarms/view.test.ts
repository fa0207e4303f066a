import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { toAlarm } from './view'

const SUBJECT = v7()
const row = { id: v7(), chainId: 1, subject: SUBJECT, message: '', reason: null, openedAt: new Date(), closedAt: null }

test.each([
  ['needs_operator', SUBJECT],
  ['deep_reorg', SUBJECT],
  ['repeated_error', SUBJECT],
  ['redemption_stuck', null],
  ['token_index_differs', null],
] as const)('an alarm of %s with an id names the transaction %s', (kind, transactionId) => {
  expect(toAlarm({ ...row, kind }, null)).toMatchObject({ transactionId })
})

test('a wallet that needs an operator is no transaction', () => {
  const subject = '0x52908400098527886E0F7030069857D2E4169EE7'
  expect(toAlarm({ ...row, kind: 'needs_operator', subject }, null).transactionId).toBeNull()
})
