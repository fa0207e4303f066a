import { expect, test } from 'vitest'
import { csvRow } from './csv'

test.each([
  ['plain', 'plain'],
  ['-12.500001', '-12.500001'],
  ['a,b', '"a,b"'],
  ['say "so"', '"say ""so"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1+cmd', `"'-1+cmd"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['a;=1+1', `"a;'=1+1"`],
  ['\uFF1D1+1', `"'\uFF1D1+1"`],
  ["'=1", `"''=1"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
])('writes %j so that no spreadsheet runs it and every reader gets it back', (text, cell) => {
  expect(csvRow([text, 'x'])).toBe(`${cell},x\r\n`)
})
