import { expect, test } from 'vitest'
import { subscriptionState } from './subscription-state'

const FINE = {
  subscription: { pausedBecause: null, failedCount: 0, lastDeliveryAt: '2026-11-24T10:00:00.000Z' },
  reading: { isBehind: false, lagBlocks: '2' },
  newest: { status: 'delivered', httpStatus: 200, error: null },
} as const
const stateOf = (changes: Partial<Parameters<typeof subscriptionState>[0]>) =>
  subscriptionState({ ...FINE, ...changes })

test('a subscription whose last delivery was accepted works', () => {
  expect(stateOf({})).toMatchObject({ tone: 'success', title: 'Works', remedies: [] })
})

test('one that never sent anything is tested', () => {
  const subscription = { ...FINE.subscription, lastDeliveryAt: null }
  expect(stateOf({ subscription, newest: null })).toMatchObject({
    title: 'Waits for the first event',
    remedies: ['test'],
  })
  // Its attempts may be hidden by the network switch.
  expect(stateOf({ newest: null }).title).toBe('Works')
})

test('a pause is said before all else, with what ends it', () => {
  const paused = (pausedBecause: 'asked' | 'gone' | 'failing') =>
    stateOf({
      subscription: { ...FINE.subscription, pausedBecause, failedCount: 3 },
      newest: { status: 'failed', httpStatus: 410, error: null },
    })
  expect(paused('asked')).toMatchObject({ title: 'Paused', remedies: ['resume'] })
  expect(paused('gone')).toMatchObject({ title: 'Paused', remedies: ['edit', 'resume'] })
})

test('a failed delivery says why', () => {
  expect(stateOf({ newest: { status: 'failed', httpStatus: 500, error: null } })).toMatchObject({
    tone: 'danger',
    text: expect.stringContaining('Your URL returned 500.'),
    remedies: ['open', 'test', 'edit'],
  })
  const silent = { status: 'failed', httpStatus: 0, error: 'connection refused' } as const
  expect(stateOf({ newest: silent }).text).toContain('did not respond: connection refused.')
})

test('events that failed before are recovered, and a late chain needs nothing', () => {
  expect(stateOf({ subscription: { ...FINE.subscription, failedCount: 1 } })).toMatchObject({ remedies: ['recover'] })
  expect(stateOf({ reading: { isBehind: true, lagBlocks: '900' } })).toMatchObject({
    title: 'Events arrive late',
    remedies: [],
  })
})
