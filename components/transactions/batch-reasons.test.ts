import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from '@/components/csv/read-csv'
import { propertyRuns } from '@/server/testing/proof'
import { reasonsCsv, refusedLines, wrongLines } from './batch-reasons'
import { readBatchAnswer } from './batch-result'
import { BASE_SEPOLIA } from './chain.test-data'
import { BATCH_COLUMNS, type BatchFileLine, readBatchFile } from './read-batch-file'

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'
const read = (text: string) => readBatchFile(text, [BASE_SEPOLIA])
const fileOf = (rows: readonly (readonly string[])[]) => [BATCH_COLUMNS, ...rows].map(rawRow).join('')

test('wrong lines keep their cells, with the code and the reason of each', () => {
  const { lines } = read(
    fileOf([
      ['a', '0', TO, '1', '', '84532', ''],
      ['b', '0', TO, 'x', '', '84532', '=1+1; @x'],
      ['a', '0', TO, '2', '', '84532', ''],
    ]),
  )
  const written = reasonsCsv(wrongLines(lines))
  expect(readCsv(written).rows).toMatchObject([
    [...BATCH_COLUMNS, 'code', 'reason'],
    ['b', '0', TO, 'x', '', '84532', "'=1+1; @x", 'validation_failed', expect.stringMatching(/^amount: /)],
    ['a', '0', TO, '2', '', '84532', '', 'duplicate_reference', 'reference: The same reference as in line 2'],
  ])
})

test('lines that were not accepted have the code of the API, and those of an atomic batch the cause', () => {
  const rows = ['a', 'b', 'c'].map((reference) => [reference, '0', TO, '1', '', '84532', ''])
  const { lines } = read(fileOf(rows))
  const outcomes = [
    { index: 0, status: 'EXISTING', transactionId: 't' },
    { index: 1, status: 'REFUSED', code: 'policy_limit', param: 'amount', message: '=Over the limit' },
    { index: 2, status: 'NOT_ATTEMPTED' },
  ]
  const result = readBatchAnswer(JSON.stringify({ data: { batchId: 'b', lines: outcomes } }), lines)
  if (!result) throw new Error('no result')
  const refused = refusedLines(lines, result)
  expect(refused.map(({ line, code, reason }) => [line.cells.reference, code, reason])).toEqual([
    ['b', 'policy_limit', 'amount: =Over the limit'],
    ['c', 'not_attempted', 'Another line was refused'],
  ])
  expect(read(reasonsCsv(refused)).lines.map(({ transfer }) => transfer?.body)).toEqual(
    lines.slice(1).map(({ transfer }) => transfer?.body),
  )
})

/** Cells as files have them: what spreadsheets run, separators, quotes, line ends, valid values and blanks. */
const cell = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    TO,
    '0',
    '84532',
    'cNGN',
    '1',
    '-1',
    '=1+1',
    "'=1",
    "''@x",
    'a;=b',
    '\t=1',
    '"',
    'a,b',
    'a\r\nb',
  ),
  fc.string({ maxLength: 8, unit: 'binary' }),
)
const row = fc.array(cell, { minLength: BATCH_COLUMNS.length, maxLength: BATCH_COLUMNS.length + 2 })

const REPEATED = 'The same reference as in line'

/** What a line says, wherever it stands. */
const contentOf = ({ cells, surplus }: BatchFileLine) => ({
  cells: BATCH_COLUMNS.map((name) => cells[name]),
  surplus: surplus.join('') === '' ? [] : surplus,
})

test('an exported file is read back as the same lines, with its two columns or without them', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 4 }), (rows) => {
      const { lines } = read(fileOf(rows))
      const wanted = lines.filter((line) => line.problem !== null && contentOf(line).cells.join('') !== '')
      fc.pre(wanted.length > 0)
      const written = reasonsCsv(wrongLines(wanted))
      const dropped = readCsv(written).rows.map((cells) => cells.filter((_, at) => at < 7 || at > 8))
      for (const text of [written, dropped.map(rawRow).join('')]) {
        const again = read(text)
        expect(again.problem).toBeNull()
        expect(again.lines.map(contentOf)).toEqual(wanted.map(contentOf))
        // Its first line may be missing here. Nothing else becomes valid.
        const others = wanted.map(({ problem }, n) => [problem, again.lines[n]?.problem] as const)
        for (const [before, after] of others) if (!before?.startsWith(REPEATED)) expect(after).toBe(before)
      }
    }),
    propertyRuns(),
  )
})

/** A row as a spreadsheet saves it that leaves cells as they are. */
function rawRow(cells: readonly string[]): string {
  return `${cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')}\r\n`
}
