import fc from 'fast-check'
import { getAddress, toHex } from 'viem'
import { expect, test } from 'vitest'
import { readCsv } from '@/components/csv/read-csv'
import { readWalletFile } from '@/components/tokens/read-wallet-file'
import { lineOfText } from '@/schemas/text/contract'
import { propertyRuns } from '@/server/testing/proof'
import { csvRow } from '@/server/text/csv'
import { fromCsvCell } from '@/server/text/csv-cell'
import { holdersCsv } from '@/server/tokens/holders/export-holders'

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

test('a cap table that we exported is read back as a file of wallets, wallet by wallet', () => {
  const letter = fc.constantFrom(...'ab1,;"\'=+-@|', '\uFF1D', '\uFF0B', '\u00A0', 'é', ' ')
  const words = (minLength: number) =>
    fc
      .array(letter, { minLength, maxLength: 12 })
      .map((letters) => lineOfText.parse(letters.join('')))
      .filter((text) => text.length >= minLength)
  const holder = fc.record({
    address: fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => getAddress(toHex(bytes))),
    investorId: fc.oneof(words(1), fc.constantFrom('+234 803', "'+234803", '=1+1', '-', "''@a")),
    label: words(0),
    country: fc.constantFrom('NG', ''),
    balance: fc.constantFrom('1', '-0.5'),
    sharePercent: fc.constant('12.5'),
    isFrozen: fc.boolean(),
  })
  const holders = fc.uniqueArray(holder, { minLength: 1, maxLength: 6, selector: ({ address }) => address })
  fc.assert(
    fc.property(holders, (written) => {
      const known = { tokenAdmin: `0x${'0'.repeat(40)}`, chainType: 'EVM' } as const
      const { lines, problem } = readWalletFile(holdersCsv(written, true), known)
      expect(problem).toBeNull()
      const wallets = written.map(({ address, investorId, label, country }, n) => {
        return { line: n + 2, address, investorId, label, country, column: null, problem: null }
      })
      expect(lines).toEqual(wallets)
    }),
    propertyRuns(200),
  )
})
