import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { detailLines } from './detail-lines'

test.each<[string, Record<string, unknown>, object[]]>([
  ['nothing', {}, []],
  [
    'facts',
    { webhookUrl: 'https://a.example', isActive: true, planId: 2, label: null, events: ['Transfer', 'Approval'] },
    [
      { name: 'Webhook URL', value: 'https://a.example' },
      { name: 'Is active', value: 'yes' },
      { name: 'Plan ID', value: '2' },
      { name: 'Label', value: 'none' },
      { name: 'Events', value: 'Transfer, Approval' },
    ],
  ],
  [
    'a change before and after, without what stayed',
    { before: { gasLow: '1', strategy: 'a' }, after: { gasLow: '2', strategy: 'a', gasTarget: '5' } },
    [
      { name: 'Gas low', former: '1', value: '2' },
      { name: 'Gas target', former: 'none', value: '5' },
    ],
  ],
  [
    'changes by field, and the reason',
    {
      changes: { maxUsd: { from: null, to: '50' }, recipients: { from: [], to: [{ address: '0x1', label: 'Ada' }] } },
      reason: 'Audit',
    },
    [
      { name: 'Max USD', former: 'none', value: '50' },
      { name: 'Recipients', former: 'none', value: 'address 0x1, label Ada' },
      { name: 'Reason', value: 'Audit' },
    ],
  ],
  [
    'a move',
    { address: '0x1', from: null, to: 'project' },
    [
      { name: 'Address', value: '0x1' },
      { name: '', former: 'none', value: 'project' },
    ],
  ],
  [
    'new fields beside the former ones',
    { kind: 'fixed', priceUsd: '0.0007', former: { kind: 'fixed', priceUsd: '0.00065' } },
    [
      { name: 'Kind', value: 'fixed' },
      { name: 'Price USD', former: '0.00065', value: '0.0007' },
    ],
  ],
  ['what was set first', { priceUsd: '2', former: null }, [{ name: 'Price USD', former: 'none', value: '2' }]],
  ['a beginning without an end', { from: '2026-11-01' }, [{ name: 'From', value: '2026-11-01' }]],
])('reads %s', (_, detail, lines) => {
  expect(detailLines(detail)).toEqual(lines)
})

test('every change between two records has a line, and nothing else has', () => {
  const record = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.string({ minLength: 1, maxLength: 5 }))
  fc.assert(
    fc.property(record, record, (before, after) => {
      const names = new Set([...Object.keys(before), ...Object.keys(after)])
      const changed = [...names].filter((name) => (before[name] ?? 'none') !== (after[name] ?? 'none'))
      expect(detailLines({ before, after })).toHaveLength(changed.length)
    }),
    propertyRuns(),
  )
})
