import { expect, test } from 'vitest'
import { parseSearchParts, type SearchPart } from './parse-search-parts'

const partOf = (text: string, by: SearchPart['by']) => parseSearchParts(text).find((part) => part.by === by)?.value

test('four signs are the beginning or the end of an address, in any case', () => {
  expect(partOf(' 0xEBac', 'addressStart')).toBe('0xebac%')
  expect(partOf('0xEBac', 'addressEnd')).toBeUndefined()
  expect(partOf('9A4B', 'addressEnd')).toBe('b4a9%')
  expect(partOf('447', 'addressEnd')).toBeUndefined()
  expect(partOf('94%7', 'addressStart')).toBeUndefined()
})

test('the beginning of a payment reference is one from its second sign on', () => {
  expect(partOf('pay-38v', 'referenceStart')).toBe('PAY-38V%')
  expect(partOf('PAY-', 'referenceStart')).toBeUndefined()
  expect(partOf('PAY-3_', 'referenceStart')).toBeUndefined()
})

test('four signs may be the end of a key, exactly as written', () => {
  expect(partOf('kPzo', 'lastFour')).toBe('kPzo')
  expect(partOf('kPzo1', 'lastFour')).toBeUndefined()
})

test('words are beginnings of words, and nothing of a text is an operator of a text search', () => {
  expect(partOf('Lagoon  Pa', 'words')).toBe('lagoon:* & pa:*')
  expect(partOf("a'b | !c & (d)", 'words')).toBeUndefined()
  expect(partOf("ab' | !c", 'words')).toBe('ab:* & c:*')
  expect(partOf('!!', 'words')).toBeUndefined()
})
