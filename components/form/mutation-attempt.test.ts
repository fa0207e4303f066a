import { expect, it } from 'vitest'
import { beginAttempt, NO_ATTEMPT } from './mutation-attempt'

const pause = { endpointId: 'one', status: 'paused' }
const resume = { endpointId: 'one', status: 'active' }

function begun(input: unknown, again: boolean, after = NO_ATTEMPT) {
  const attempt = beginAttempt(after, { input, again })
  if (!attempt) throw new Error('no attempt')
  return attempt
}

it.each([true, false])(
  'keeps the key of an attempt with an unknown outcome for the same input (again: %s)',
  (again) => {
    const first = begun(pause, again)
    expect(begun({ ...pause }, again, { ...first, phase: 'free' }).key).toBe(first.key)
  },
)

it('takes a new key for another act on the same page', () => {
  const first = begun(pause, true)
  const second = begun(resume, true, { ...first, phase: 'free' })
  expect(second.key).not.toBe(first.key)
  expect(begun(pause, true, { ...second, phase: 'free' }).key).not.toBe(first.key)
})

it('keeps the key of a dialog whose input changed, so that the server refuses to do it twice', () => {
  const first = begun({ amount: '5' }, false)
  expect(begun({ amount: '6' }, false, { ...first, phase: 'free' }).key).toBe(first.key)
})

it('begins nothing while an attempt runs and after it succeeded', () => {
  const first = begun(pause, true)
  expect(beginAttempt(first, { input: resume, again: true })).toBeNull()
  expect(beginAttempt({ ...first, phase: 'done' }, { input: resume, again: true })).toBeNull()
})
