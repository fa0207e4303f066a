import { expect, test } from 'vitest'
import { answerReadiness } from './api/answer-readiness'
import type { ReadinessCheck } from './readiness-check'

const well = { name: 'well', isRequired: true, ask: () => 'ok', otherwise: 'silent' } satisfies ReadinessCheck

async function answerOf(...checks: ReadinessCheck[]): Promise<unknown> {
  const { status, body } = await answerReadiness(checks)
  return [status, JSON.parse(body)]
}

test('a check that fails or never answers is told in its word; only a required one takes the process out', async () => {
  const failing = { ...well, name: 'failing', ask: () => Promise.reject(new Error('no')) }
  const silent = { ...well, name: 'silent', ask: () => new Promise<string>(() => {}) }
  const optional = { ...silent, name: 'optional', isRequired: false }
  expect(await answerOf(well)).toEqual([200, { status: 'ok', checks: { well: 'ok' } }])
  expect(await answerOf(well, optional)).toEqual([
    200,
    { status: 'degraded', checks: { well: 'ok', optional: 'silent' } },
  ])
  expect(await answerOf(well, failing, silent)).toEqual([
    503,
    { status: 'unavailable', checks: { well: 'ok', failing: 'silent', silent: 'silent' } },
  ])
})

test('one of several things that a check is about makes it fail', async () => {
  const check = { ...well, name: 'chains', isRequired: false, ask: () => ({ 1: 'ok', 56: 'unreachable' }) }
  expect(await answerOf(check)).toEqual([
    200,
    { status: 'degraded', checks: { chains: { 1: 'ok', 56: 'unreachable' } } },
  ])
})

test('a verdict that is kept is asked for once, whoever comes meanwhile', async () => {
  let asked = 0
  const counting = { ...well, name: 'counting', ask: () => (asked++ === 0 ? 'ok' : 'asked again') }
  const kept = { ...counting, keptMs: 60_000 }
  await Promise.all([answerOf(kept), answerOf(kept)])
  expect(await answerOf(kept)).toEqual([200, { status: 'ok', checks: { counting: 'ok' } }])
  expect(await answerOf(counting)).toEqual([503, { status: 'unavailable', checks: { counting: 'asked again' } }])
})

test('a late answer counts once it has come', async () => {
  let answer = (_: string) => {}
  const answered = new Promise<string>((resolve) => {
    answer = resolve
  })
  const slow = { ...well, name: 'slow', ask: () => answered, keptMs: 60_000 }
  expect(await answerOf(slow)).toEqual([503, { status: 'unavailable', checks: { slow: 'silent' } }])
  answer('ok')
  expect(await answerOf(slow)).toEqual([200, { status: 'ok', checks: { slow: 'ok' } }])
})
