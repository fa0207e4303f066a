import { expect, test } from 'vitest'
import { padCents } from '@/components/ui/format-decimal'
import { nairaText } from './naira-text'

test('naira have their thousands apart and two decimals or none', () => {
  expect(nairaText('31000')).toBe('₦31,000')
  expect(nairaText('39525.5')).toBe('₦39,525.50')
  expect(nairaText('1550000000.01')).toBe('₦1,550,000,000.01')
})

test('what is typed into a bank has no commas', () => {
  expect(padCents('39525.5')).toBe('39525.50')
  expect(padCents('39525')).toBe('39525')
})
