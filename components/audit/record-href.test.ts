import { expect, test } from 'vitest'
import { recordHref } from './record-href'

const ID = '0193a000-0000-7000-8000-0000000000aa'
const member = { projectId: 'own', isOperator: false }
const operator = { projectId: null, isOperator: true }

test.each([
  ['transaction', `/projects/own/transactions/${ID}`, `/operator/transactions/${ID}`],
  ['payment', `/projects/own/payments/${ID}`, `/operator/payments/${ID}`],
  ['token', `/projects/own/tokens/${ID}`, null],
  ['deposit', `/projects/own/deposits/${ID}`, null],
  ['business', null, `/operator/businesses/${ID}`],
  ['usd', null, null],
] as const)('the page of a %s is that of the reader', (form, ofMember, ofOperator) => {
  expect(recordHref({ form, value: ID }, member)).toBe(ofMember)
  expect(recordHref({ form, value: ID }, operator)).toBe(ofOperator)
})

test('an operator gets the page of a project where the entry names one', () => {
  expect(recordHref({ form: 'token', value: ID }, { projectId: 'own', isOperator: true })).toBe(
    `/projects/own/tokens/${ID}`,
  )
})

test('what is no id has no page', () => {
  expect(recordHref({ form: 'transaction', value: 'x' }, member)).toBeNull()
})
