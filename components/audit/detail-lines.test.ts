import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DETAIL_FIELDS } from '@/schemas/audit/detail-fields'
import { propertyRuns } from '@/server/testing/proof'
import { type DetailLine, detailLines } from './detail-lines'

const ID = '0193a000-0000-7000-8000-0000000000aa'
const NAMES = { [ID]: 'Ada Obi', 'chain 84532': 'Base Sepolia', 'plan 2': 'Growth', 'product 1': 'Wallet' }

/** The lines as texts, of an action that has no fields of its own unless one is named. */
const read = (detail: Record<string, unknown>, action = 'any.action') => detailLines({ action, detail, names: NAMES })

test.each<[string, Record<string, unknown>, DetailLine[]]>([
  ['nothing', {}, []],
  [
    'facts, without those that were not given',
    { webhookUrl: 'https://a.example', isActive: true, planId: 2, label: null, events: ['Transfer', 'Approval'] },
    [
      { name: 'Webhook URL', value: 'https://a.example' },
      { name: 'Active', value: 'yes' },
      { name: 'Plan', value: 'Growth' },
      { name: 'Events', value: 'Transfer, Approval' },
    ],
  ],
  [
    'a change before and after, without what stayed',
    { before: { gasLow: '1', strategy: 'a' }, after: { gasLow: '2', strategy: 'a', gasTarget: '5' } },
    [
      { name: 'Top up gas below', former: '1', value: '2' },
      { name: 'Top up gas to', former: 'none', value: '5' },
    ],
  ],
  [
    'changes by field, and the reason',
    {
      changes: { maxUsd: { from: null, to: '50' }, recipients: { from: [], to: [{ address: '0x1', label: 'Ada' }] } },
      reason: 'Audit',
    },
    [
      { name: 'Maximum', former: 'none', value: '$50.00' },
      { name: 'Recipients', former: 'none', value: '0x1 (Ada)' },
      { name: 'Reason', value: 'Audit' },
    ],
  ],
  [
    'new fields beside the former ones',
    { kind: 'fixed', priceUsd: '0.0007', former: { kind: 'fixed', priceUsd: '0.00065' } },
    [
      { name: 'Kind', value: 'Fixed' },
      { name: 'Price', former: '$0.00065', value: '$0.0007' },
    ],
  ],
  ['what was set first', { priceUsd: '2', former: null }, [{ name: 'Price', former: 'none', value: '$2.00' }]],
  [
    'a rate beside the former one',
    { ngnPerUsd: '1600', former: '1580.5', isConfirmed: true },
    [
      { name: 'Naira per dollar', former: '₦1,580.50', value: '₦1,600' },
      { name: 'Confirmed in spite of the warning', value: 'yes' },
    ],
  ],
  [
    'what was done to which token first',
    { to: '0x1', kind: 'MINT', amount: '250', tokenId: 't-1' },
    [
      { name: 'Kind', value: 'Mint' },
      { name: 'Token', value: 't-1', stored: { form: 'token', value: 't-1' } },
      { name: 'To', value: '0x1' },
      { name: 'Amount', value: '250' },
    ],
  ],
  ['a beginning without an end', { from: '2026-11-01' }, [{ name: 'From', value: '2026-11-01' }]],
  [
    'codes, money and units in words',
    {
      ...{ kind: 'PAY_COUPON', environment: 'live', chainType: 'EVM', amountUsd: '25.5', kobo: '1234550' },
      ...{ overlapHours: 1, maxDeviationBps: 250, dailyUsd: 'plan', forced: false },
    },
    [
      { name: 'Kind', value: 'Coupon payment' },
      { name: 'Environment', value: 'Live' },
      { name: 'Chain type', value: 'EVM' },
      { name: 'Amount', value: '$25.50' },
      { name: 'Amount', value: '₦12,345.50' },
      { name: 'Former keys work for', value: '1 hour' },
      { name: 'Largest accepted deviation', value: '2.5 %' },
      { name: 'Limit in 24 hours', value: 'plan' },
      { name: 'Without the holder’s signature', value: 'no' },
    ],
  ],
  [
    'people, chains, plans and products by their names',
    { requestedBy: `user:${ID}`, proposedBy: 'key:unknown', chainId: 84532, feedChainId: 1, productId: 1 },
    [
      { name: 'Requested by', value: 'Ada Obi' },
      { name: 'Proposed by', value: 'key:unknown' },
      { name: 'Chain', value: 'Base Sepolia' },
      { name: 'Chain of the feed', value: 'Chain 1' },
      { name: 'Product', value: 'Wallet' },
    ],
  ],
  ['the id and the name of a plan once', { planId: 2, planName: 'Growth' }, [{ name: 'Plan', value: 'Growth' }]],
  [
    'records inside of lists',
    { totals: [{ chainId: 84532, tokenAddress: null, lines: 3, amount: '5' }] },
    [{ name: 'Totals', value: 'chain Base Sepolia, token contract none, lines 3, amount 5' }],
  ],
])('reads %s', (_, detail, lines) => {
  expect(read(detail)).toEqual(lines)
})

test.each<[string, Record<string, unknown>, DetailLine[]]>([
  [
    'wallet.bound',
    { address: '0x1', from: null, to: ID },
    [
      { name: 'Address', value: '0x1' },
      { name: 'Project', former: 'none', value: 'Ada Obi' },
    ],
  ],
  ['project.renamed', { from: 'Old', to: 'New' }, [{ name: '', former: 'Old', value: 'New' }]],
  ['member.role_changed', { from: 'viewer', to: 'owner' }, [{ name: 'Role', former: 'Viewer', value: 'Owner' }]],
  [
    'token.operation',
    { kind: 'TRANSFER', from: '0x1', to: '0x2' },
    [
      { name: 'Kind', value: 'Transfer' },
      { name: 'From', value: '0x1' },
      { name: 'To', value: '0x2' },
    ],
  ],
  ['gas_budget.set', { dailyUsd: '2' }, [{ name: 'Sponsored gas per day', value: '$2.00' }]],
])('reads the fields of %s', (action, detail, lines) => {
  expect(read(detail, action)).toEqual(lines)
})

test('keeps the ids of records and the moments, for links and times', () => {
  const detail = { transactionId: ID, expiresAt: '2026-11-21T11:05:12.310Z', planId: 2 }
  expect(read(detail)).toEqual([
    { name: 'Transaction', value: 'Ada Obi', stored: { form: 'transaction', value: ID } },
    { name: 'Expires', value: 'Nov 21, 2026, 11:05:12 UTC', stored: { form: 'time', value: detail.expiresAt } },
    { name: 'Plan', value: 'Growth' },
  ])
})

test('values that are not of the form of their field are shown as they are', () => {
  const odd = { kind: 'a  b', amountUsd: 'x', kobo: '-', maxDeviationBps: 'x', expiresAt: 'soon' }
  expect(read(odd).map(({ value }) => value)).toEqual(Object.values(odd))
})

test('every change between two records has a line, and nothing else has', () => {
  // Two values of a known field may be written alike.
  const field = fc.stringMatching(/^[a-z]{1,6}$/).filter((name) => DETAIL_FIELDS[name] === undefined)
  const record = fc.dictionary(field, fc.string({ minLength: 1, maxLength: 5 }))
  fc.assert(
    fc.property(record, record, (before, after) => {
      const names = new Set([...Object.keys(before), ...Object.keys(after)])
      const changed = [...names].filter((name) => (before[name] ?? 'none') !== (after[name] ?? 'none'))
      expect(read({ before, after })).toHaveLength(changed.length)
    }),
    propertyRuns(),
  )
})
