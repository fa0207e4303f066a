import { expect, test } from 'vitest'
import { fieldProblems } from './field-problems'

test('what the server says of a field is told apart from its name', () => {
  const errors = ['yieldParams.firstCouponDate: must be after the day of issue', 'price: is required', 'odd']
  expect(fieldProblems({ message: 'Validation', data: { errors } })).toEqual([
    { field: 'yieldParams.firstCouponDate', message: 'Must be after the day of issue' },
    { field: 'price', message: 'Is required' },
  ])
  expect(fieldProblems({ message: 'No wallet', data: { code: 'NOT_FOUND' } })).toEqual([])
  expect(fieldProblems(new Error('offline'))).toEqual([])
})
