import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from '@/components/tokens/read-wallet-file'
import { propertyRuns } from '@/server/testing/proof'
import { csvRow } from '@/server/text/csv'
import { fromCsvCell } from '@/server/text/words'

test('a CSV file that we wrote is read back as it was, cell by cell', () => {
  const letter = fc.constantFrom(...'ab1,;"\'=+-@\t\n', '\uFF1D', ' ')
  const cell = fc.array(letter, { maxLength: 8 }).map((letters) => letters.join(''))
  const row = fc.array(cell, { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
      // The first line tells the separator: that of an export has names.
      const [names, ...read] = readCsv([['one', 'two'], ...rows].map(csvRow).join('')).rows
      expect(names).toEqual(['one', 'two'])
      expect(read.map((cells) => cells.map(fromCsvCell))).toEqual(rows)
    }),
    propertyRuns(200),
  )
})
