import { test } from 'vitest'
import { answerUntilEnded, LIMIT_MS, run, waitForEffects } from './case-words'
import type { Testbed } from './testbed'

/** The guarantees that a function and its steps rely on. */
export function stepCases(testbed: () => Testbed): void {
  test('runs steps once each and keeps their results exactly', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { output, notes } = await run(testbed(), 'c/run')
    expect(notes).toEqual(['a', 'b'])
    expect(output).toEqual({
      a: { big: 12345678901234, text: 'ünï\u0000', nothing: null, nested: [1, [2]] },
      b: 2,
      sameRun: true,
    })
  })

  test('sleeps for a time and until a time', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { output } = await run(testbed(), 'c/sleep')
    expect(output).toEqual({ nap: expect.any(Number), until: expect.any(Number) })
    const { nap, until } = Object(output)
    expect(nap).toBeGreaterThanOrEqual(990)
    expect(until).toBeGreaterThanOrEqual(950)
  })

  test('waits for the event whose field matches', { timeout: LIMIT_MS }, async ({ expect }) => {
    const [key, other] = [testbed().newKey(), testbed().newKey()]
    const id = await testbed().send('c/wait-match', { key })
    await testbed().noted(key, 1)
    await answerUntilEnded(testbed(), id, [
      { key: other, value: 1 },
      { key, value: 2 },
    ])
    expect((await testbed().ended(id)).output).toEqual({ got: 2 })
  })

  test('waits for the event that satisfies a condition', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = testbed().newKey()
    const id = await testbed().send('c/wait-if', { key })
    await testbed().noted(key, 1)
    await answerUntilEnded(testbed(), id, [
      { key, value: 3 },
      { key, value: 30 },
    ])
    expect((await testbed().ended(id)).output).toEqual({ got: 30 })
  })

  test('ends a wait with null when its time is up', { timeout: LIMIT_MS }, async ({ expect }) => {
    expect((await run(testbed(), 'c/wait-timeout')).output).toEqual({ got: null })
  })

  test('retries a failing step and counts its attempts', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { output, notes } = await run(testbed(), 'c/retries')
    expect(output).toEqual({ attempt: 2 })
    expect(notes).toEqual(['attempt 0', 'attempt 1', 'attempt 2'])
  })

  test('retries a function that fails outside of its steps without repeating them', { timeout: LIMIT_MS }, async ({
    expect,
  }) => {
    const { output, notes } = await run(testbed(), 'c/function-retries')
    expect(output).toEqual({ attempt: 1 })
    expect(notes).toEqual(['step'])
  })

  test('waits as long as RetryAfterError says', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { output, notes } = await run(testbed(), 'c/retry-after')
    expect(output).toEqual({ attempt: 1 })
    const gapMs = Number(notes[1]) - Number(notes[0])
    expect(gapMs).toBeGreaterThanOrEqual(1900)
  })

  test('does not retry NonRetriableError', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { status, notes, output } = await run(testbed(), 'c/non-retriable')
    expect(status).toBe('failed')
    expect(notes).toEqual(['tried'])
    expect(JSON.stringify(output)).toContain('never again')
  })

  test('lets a function catch the error of an exhausted step', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { output, notes } = await run(testbed(), 'c/caught')
    expect(output).toEqual({ caught: 'broken part', after: 'repaired' })
    expect(notes).toEqual(['tried', 'tried'])
  })

  test('calls onFailure with the original event and the error', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = testbed().newKey()
    await testbed().send('c/on-failure', { key })
    expect(await testbed().noted(key, 1)).toEqual(['failed: whole function'])
  })

  test('tells the end of a function by an event', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { key } = await run(testbed(), 'c/run')
    const [result] = await testbed().noted(`finished ${key}`, 1)
    expect(JSON.parse(result ?? '')).toMatchObject({ b: 2 })
  })

  test('invokes a function and answers its result', { timeout: LIMIT_MS }, async ({ expect }) => {
    expect((await run(testbed(), 'c/invoke', { n: 21 })).output).toEqual({ n: 42 })
  })

  test('hands the error of an invoked function to the caller', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { output } = await run(testbed(), 'c/invoke-fails')
    expect(JSON.stringify(output)).toContain('too large')
  })

  test('sends events from a step', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { key, output } = await run(testbed(), 'c/send')
    expect(output).toEqual({ ids: 2 })
    expect([...(await testbed().noted(key, 2))].sort()).toEqual(['part 1', 'part 2'])
  })

  test('starts a function only when its trigger condition holds', { timeout: LIMIT_MS }, async ({ expect }) => {
    const [low, high, none] = [testbed().newKey(), testbed().newKey(), testbed().newKey()]
    await testbed().send('c/if', { key: low, amount: 99.5 })
    await testbed().send('c/if', { key: none })
    await testbed().send('c/if', { key: high, amount: 100.5 })
    await testbed().noted(high, 1)
    await waitForEffects(testbed())
    expect([...testbed().journal.read(low), ...testbed().journal.read(none)]).toEqual([])
  })

  test('starts a function for each event name that fits a wildcard', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = testbed().newKey()
    await testbed().send('w/one', { key })
    await testbed().send('w/two', { key })
    expect([...(await testbed().noted(key, 2))].sort()).toEqual(['w/one', 'w/two'])
  })

  test('runs parallel steps once each and joins them', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { output, notes } = await run(testbed(), 'c/parallel')
    expect(output).toEqual({ sum: 30 })
    expect([...notes].sort()).toEqual(['p1', 'p2', 'p3', 'p4'])
  })

  test('runs parallel chains of steps and sleeps', { timeout: LIMIT_MS }, async ({ expect }) => {
    expect((await run(testbed(), 'c/chains')).output).toEqual({ l: 2, r: 11 })
  })

  test('lets the first of racing steps win at once', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = testbed().newKey()
    await testbed().send('c/race', { key })
    // The other one sleeps for ten minutes.
    expect(await testbed().noted(key, 1)).toEqual(['fast'])
  })

  test('tells steps of one name apart', { timeout: LIMIT_MS }, async ({ expect }) => {
    expect((await run(testbed(), 'c/loop')).output).toEqual({ seen: [0, 1, 2, 3, 4] })
  })

  test('carries sixty steps in a row', { timeout: LIMIT_MS }, async ({ expect }) => {
    expect((await run(testbed(), 'c/many-steps')).output).toEqual({ sum: 1770 })
  })
}
