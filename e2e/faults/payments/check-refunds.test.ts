import { expect, test } from 'vitest'
import type { BankRefund } from '@/packages/sandbox-bank/bank-state'
import { type BookedRefund, judgeRefunds } from './check-refunds'

const rowOf = (n: number, given: Partial<BookedRefund> = {}): BookedRefund => ({
  reference: `RFD-${n}`,
  receipt: `trf_${n}`,
  received: '100',
  to: 'PROVIDER',
  state: 'DONE',
  units: '60',
  held: 1,
  paid: 1,
  released: 0,
  ...given,
})
const sentOf = (n: number, given: Partial<BankRefund> = {}): BankRefund => ({
  id: `ref_${n}`,
  reference: `RFD-${n}`,
  transferId: `trf_${n}`,
  amountMinor: '60',
  state: 'DONE',
  ...given,
})
const balance = rowOf(2, { to: 'BALANCE', held: 0 })
const failed = rowOf(3, { state: 'FAILED', paid: 0, released: 1 })
const sound = { rows: [rowOf(1), balance, failed], sent: [sentOf(1)] }

test('what was sent once and booked, went to the balance, or failed and was released is in order', () => {
  expect(judgeRefunds(sound.rows, sound.sent)).toEqual([])
})

test.each([
  ['RFD-1 was sent 2 times', { sent: [sentOf(1), sentOf(1)] }],
  ['RFD-1 is DONE, and was not sent', { sent: [] }],
  ['RFD-3 is FAILED, and was sent', { sent: [sentOf(1), sentOf(3)] }],
  ['RFD-1 is 60 kobo, and 61 were sent', { sent: [sentOf(1, { amountMinor: '61' })] }],
  ['RFD-4 is left PROCESSING', { rows: [...sound.rows, rowOf(4, { state: 'PROCESSING', paid: 0 })] }],
  ['RFD-1 is DONE: held 1, paid 2, released 0 times', { rows: [rowOf(1, { paid: 2 })] }],
  ['RFD-3 is FAILED: held 1, paid 0, released 0 times', { rows: [rowOf(3, { state: 'FAILED', paid: 0 })], sent: [] }],
  ['RFD-9 was sent, and nobody asked for it', { sent: [sentOf(1), sentOf(9)] }],
  ['of trf_1 more went back than came', { rows: [rowOf(1), rowOf(2, { receipt: 'trf_1', to: 'BALANCE' })] }],
])('finds that %s', (finding, broken) => {
  const { rows, sent } = { ...sound, ...broken }
  expect(judgeRefunds(rows, sent)).toContain(finding)
})
