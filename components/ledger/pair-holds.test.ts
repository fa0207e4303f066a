import { expect, test } from 'vitest'
import type { StatementRow } from '@/schemas/ledger/statement/contract'
import { pairHolds, pairNewestFirst } from './pair-holds'

type Line = [kind: StatementRow['kind'], about: string | null, available: string, reserved: string]

const rowsOf = (lines: readonly Line[]): StatementRow[] =>
  lines.map(([kind, about, available, reserved], index) => ({
    ...{
      id: String(index),
      kind,
      available,
      reserved,
      ngnPerUsd: null,
      reason: 'gas',
      at: `2026-11-30T10:00:0${index}Z`,
    },
    reference: about === null ? null : { type: 'transaction', id: about, name: about, about: { transactionId: about } },
    after: { available: String(index), reserved: '0.00' },
  }))

const shown = (lines: readonly Line[]) =>
  pairHolds(rowsOf(lines)).map(({ kind, available, reserved, held, after }) => [
    ...[kind, available, reserved, held],
    after.available,
  ])

test('a hold and the settlement behind it are one row with what was charged', () => {
  expect(
    shown([
      ['hold', 'a', '-0.35', '0.35'],
      ['settle', 'a', '0.23', '-0.35'],
    ]),
  ).toEqual([['settle', '-0.12', '0.00', '0.35', '1']])
})

test('rows that are newest first stay so', () => {
  const rows = rowsOf([
    ['credit', null, '5.00', '0.00'],
    ['hold', 'a', '-0.35', '0.35'],
    ['settle', 'a', '0.23', '-0.35'],
  ]).toReversed()
  expect(pairNewestFirst(rows).map(({ id, kind, available, held }) => [id, kind, available, held])).toEqual([
    ['2', 'settle', '-0.12', '0.35'],
    ['0', 'credit', '5.00', null],
  ])
})

test('a raised hold that is released leaves one row that moved nothing', () => {
  expect(
    shown([
      ['credit', null, '5.00', '0.00'],
      ['hold', 'a', '-0.35', '0.35'],
      ['raise', 'a', '-0.000001', '0.000001'],
      ['release', 'a', '0.350001', '-0.350001'],
    ]),
  ).toEqual([
    ['credit', '5.00', '0.00', null, '0'],
    ['release', '0.00', '0.00', '0.350001', '3'],
  ])
})

test('holds that others follow stay rows of their own, so that balances follow each other', () => {
  const lines: Line[] = [
    ['hold', 'a', '-1.00', '1.00'],
    ['hold', 'b', '-2.00', '2.00'],
    ['settle', 'a', '0.50', '-1.00'],
    ['credit', null, '9.00', '0.00'],
    ['settle', 'b', '1.00', '-2.00'],
    ['hold', 'c', '-3.00', '3.00'],
  ]
  expect(shown(lines)).toEqual(
    lines.map(([kind, , available, reserved], index) => [kind, available, reserved, null, String(index)]),
  )
})
