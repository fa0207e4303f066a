import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GRACE_MS } from '@/schemas/subscriptions/words'
import { propertyRuns } from '@/server/testing/proof'
import { type Phase, phaseOf } from './phase'
import { canMove } from './transitions'

const END = new Date('2027-03-01T00:00:00Z')
const after = (ms: number) => new Date(END.getTime() + ms)

test.each<[string, number, boolean, Phase]>([
  ['a millisecond before its end', -1, true, 'ACTIVE'],
  ['at its end', 0, true, 'PAST_DUE'],
  ['at the last moment of grace', GRACE_MS - 1, true, 'PAST_DUE'],
  ['when grace is over', GRACE_MS, true, 'EXPIRED'],
  ['canceled, before its end', -1, false, 'ACTIVE'],
  ['canceled, at its end', 0, false, 'CANCELED'],
  ['canceled, long after', 2 * GRACE_MS, false, 'CANCELED'],
])('a subscription %s (%i ms) is %3$s', (_, ms, autoRenew, phase) => {
  expect(phaseOf({ status: 'ACTIVE', endDate: END, autoRenew }, after(ms))).toBe(phase)
})

const state = fc.constantFrom('ACTIVE' as const, 'PAST_DUE' as const, 'CANCELED' as const, 'EXPIRED' as const)
const offset = fc.integer({ min: -40 * GRACE_MS, max: 40 * GRACE_MS })

test('every state has a phase at every moment, and one that ended keeps it', () => {
  fc.assert(
    fc.property(state, fc.boolean(), offset, (status, autoRenew, ms) => {
      const phase = phaseOf({ status, endDate: END, autoRenew }, after(ms))
      expect(['ACTIVE', 'PAST_DUE', 'CANCELED', 'EXPIRED']).toContain(phase)
      if (status === 'CANCELED' || status === 'EXPIRED') expect(phase).toBe(status)
    }),
    propertyRuns(),
  )
})

test('without payments a phase only moves on, by moves that are allowed', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(offset, { maxLength: 20 }), (autoRenew, offsets) => {
      let status: Phase = 'ACTIVE'
      for (const ms of offsets.toSorted((a, b) => a - b)) {
        const next = phaseOf({ status, endDate: END, autoRenew }, after(ms))
        expect(next === status || canMove(status, next)).toBe(true)
        expect(phaseOf({ status: 'ACTIVE', endDate: END, autoRenew }, after(ms))).toBe(next)
        status = next
      }
    }),
    propertyRuns(),
  )
})
