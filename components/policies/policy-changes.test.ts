import { expect, test } from 'vitest'
import type { PolicyView } from '@/schemas/policies/contract'
import { changedText, policyChanges } from './policy-changes'
import { toPolicyValues } from './policy-values'

const ADDRESS = '0x00000000000000000000000000000000000000C1'
const POLICY: PolicyView = {
  isActive: true,
  perTransactionUsd: '100.00',
  dailyUsd: null,
  approvalAboveUsd: '0.50',
  recipients: [{ address: ADDRESS, label: 'Treasury' }],
  methods: null,
  version: '2026-01-01T00:00:00.000Z',
  updatedBy: 'Ada',
  updatedAt: '2026-01-01T00:00:00.000Z',
  spentUsd: '0.00',
  spentOnTestnetsUsd: '0.00',
  spentByTokensUsd: '0.00',
  spentByPayoutsUsd: '0.00',
  spentPercent: null,
}
const VALUES = toPolicyValues(POLICY)

test('finds nothing in a form nobody touched, however the amounts are written', () => {
  expect(policyChanges(POLICY, VALUES)).toEqual([])
  expect(policyChanges(POLICY, { ...VALUES, perTransactionUsd: '0100', approvalAboveUsd: '0.500' })).toEqual([])
})

test('names each change with what it was', () => {
  expect(
    policyChanges(POLICY, {
      ...VALUES,
      isActive: false,
      perTransactionUsd: '',
      dailyUsd: '1000',
      approvalAboveUsd: '0',
    }),
  ).toEqual([
    { kind: 'value', name: 'Policy', from: 'on', to: 'off' },
    { kind: 'value', name: 'Per transaction', from: '$100.00', to: 'no limit' },
    { kind: 'value', name: 'In 24 hours', from: 'no limit', to: '$1,000.00' },
    { kind: 'value', name: 'Second person above', from: '$0.50', to: '$0.00' },
  ])
})

test('lists rules that come and go, and a restriction that is lifted', () => {
  const method = { contract: ADDRESS, selector: '0xa9059cbb', label: 'transfer(address,uint256)' }
  expect(policyChanges(POLICY, { ...VALUES, recipients: null, methods: [method] })).toEqual([
    { kind: 'value', name: 'Recipients', from: 'only those listed', to: 'any' },
    { kind: 'removed', name: 'Recipient', rule: ADDRESS, label: 'Treasury' },
    { kind: 'value', name: 'Contract calls', from: 'any', to: 'only those listed' },
    { kind: 'added', name: 'Method', rule: `0xa9059cbb of ${ADDRESS}`, label: 'transfer(address,uint256)' },
  ])
})

test('tells a saved change in words, a field of tomorrow too', () => {
  const changes = {
    isActive: { from: false, to: true },
    dailyUsd: { from: null, to: '100.00' },
    recipients: { from: [{ address: ADDRESS, label: '' }], to: null },
    methods: { from: null, to: [] },
    newRule: { from: undefined, to: 'x' },
  }
  expect(changedText({ changes }).map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'Policy: off → on',
    'In 24 hours: none → $100.00',
    'Recipients: 1 listed → none',
    'Contract calls: none → 0 listed',
    'newRule: none → x',
  ])
})
