import { test } from 'vitest'
import { LIMIT_MS, peak, run, waitForEffects } from './case-words'
import type { Testbed } from './testbed'

/** Concurrency limits, skipped runs and cancellations. */
export function flowCases(testbed: () => Testbed): void {
  test('holds the concurrency of a key and uses all of it', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = testbed().newKey()
    await testbed().client.send(Array.from({ length: 8 }, () => ({ name: 'c/limited', data: { key } })))
    expect(peak(await testbed().noted(key, 16))).toBe(2)
  })

  test('holds two concurrency limits at once', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = testbed().newKey()
    const groups = ['a', 'b', 'c', 'd'].map((name) => `${name} ${key}`)
    await testbed().client.send(
      groups.flatMap((group) => [1, 2, 3].map(() => ({ name: 'c/limited-twice', data: { key, group } }))),
    )
    const notes = await testbed().noted(key, 24)
    expect(peak(notes)).toBeLessThanOrEqual(3)
    for (const group of groups) expect(peak(notes.filter((note) => note.endsWith(group)))).toBe(1)
  })

  test('cancels a run when the event named by cancelOn comes, and tells', { timeout: LIMIT_MS }, async ({ expect }) => {
    const [key, other] = [testbed().newKey(), testbed().newKey()]
    const id = await testbed().send('c/cancel-on', { key })
    const stays = await testbed().send('c/cancel-on', { key: other })
    await testbed().noted(key, 1)
    await testbed().noted(other, 1)
    await testbed().send('c/stop', { key })
    expect((await testbed().ended(id)).status).toBe('cancelled')
    await testbed().noted(`cancelled ${key}`, 1)
    await waitForEffects(testbed())
    expect(testbed().endOf(stays)).toBeUndefined()
    expect(testbed().journal.read(key)).not.toContain('survived')
  })

  test('runs once for an idempotency key', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = testbed().newKey()
    for (let i = 0; i < 3; i++) await testbed().send('c/idempotent', { key })
    await testbed().noted(key, 1)
    await waitForEffects(testbed())
    expect(testbed().journal.read(key)).toEqual(['ran'])
  })

  test('runs once for an event id sent again', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = testbed().newKey()
    for (let i = 0; i < 3; i++) await testbed().send('c/counted', { key }, { id: `id-${key}` })
    await testbed().noted(key, 1)
    await waitForEffects(testbed())
    expect(testbed().journal.read(key)).toEqual(['ran'])
  })

  test('runs once for a request that the SDK sent again', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = testbed().newKey()
    const headers = {
      'content-type': 'application/json',
      'x-inngest-event-id-seed': `${Date.now()},${btoa(key.slice(0, 10))}`,
    }
    const body = JSON.stringify([{ name: 'c/counted', data: { key } }])
    const post = async () => (await fetch(`${testbed().baseUrl}/e/test`, { method: 'POST', headers, body })).json()
    const first = await post()
    expect(await post()).toEqual(first)
    await testbed().noted(key, 1)
    await waitForEffects(testbed())
    expect(testbed().journal.read(key)).toEqual(['ran'])
  })

  test('debounces a burst to its last event', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = testbed().newKey()
    await testbed().sendAtOnce(
      'c/debounced',
      [1, 2, 3, 4].map((value) => ({ key, value })),
    )
    expect(await testbed().noted(key, 1)).toEqual(['value 4'])
  })

  test('throttles starts to one a period', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = testbed().newKey()
    // Not from the first start on: a busy machine may be late with it, and punctual with the third.
    const sentAt = Date.now()
    await testbed().sendAtOnce('c/throttled', Array(3).fill({ key }))
    const times = (await testbed().noted(key, 3)).map(Number)
    expect(Math.max(...times) - sentAt).toBeGreaterThanOrEqual(1500)
  })

  test('drops events above the rate limit', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = testbed().newKey()
    await testbed().sendAtOnce('c/rate-limited', Array(5).fill({ key }))
    await testbed().noted(key, 2)
    await waitForEffects(testbed())
    expect(testbed().journal.read(key)).toEqual(['ran', 'ran'])
  })

  test('collects events into batches, by size and by time', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = testbed().newKey()
    await testbed().sendAtOnce('c/batched', Array(4).fill({ key }))
    expect(await testbed().noted(key, 2)).toEqual(['batch of 3', 'batch of 1'])
  })

  test('skips a singleton while another run of its key is open', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = testbed().newKey()
    const id = await testbed().send('c/single-skip', { key })
    await testbed().noted(key, 1)
    const skipped = await testbed().send('c/single-skip', { key })
    await testbed().ended(id)
    await waitForEffects(testbed())
    expect(testbed().endOf(skipped)).toBeUndefined()
    // The code before a sleep runs again after it, in the same run.
    expect(testbed().journal.read(key)).toEqual(['started', 'started', 'ended'])
    const again = await testbed().send('c/single-skip', { key })
    expect((await testbed().ended(again)).status).toBe('completed')
  })

  test('lets a new singleton run replace the open one', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = testbed().newKey()
    const first = await testbed().send('c/single-cancel', { key, n: 1 })
    await testbed().noted(key, 1)
    const second = await testbed().send('c/single-cancel', { key, n: 2 })
    expect((await testbed().ended(first)).status).toBe('cancelled')
    expect((await testbed().ended(second)).status).toBe('completed')
    expect(testbed().journal.read(key)).toEqual(['started 1', 'started 2', 'ended 2'])
  })

  test('holds an event back until the time it carries', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = testbed().newKey()
    const due = Date.now() + 2000
    await testbed().send('c/later', { key }, { ts: due })
    const [ran] = await testbed().noted(key, 1)
    expect(Number(ran)).toBeGreaterThanOrEqual(due - 50)
  })

  test('cancels a run that exceeds its time', { timeout: LIMIT_MS }, async ({ expect }) => {
    expect((await run(testbed(), 'c/deadline')).status).toBe('cancelled')
  })

  test('counts no time that a run waits in line', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = testbed().newKey()
    const ids = [
      await testbed().send('c/deadline-in-line', { key }),
      await testbed().send('c/deadline-in-line', { key }),
    ]
    for (let i = 0; i < 2; i++) ids.push(await testbed().send('c/deadline-in-line', { key }))
    const ends = await Promise.all(ids.map((id) => testbed().ended(id)))
    expect(ends.map(({ status }) => status)).toEqual(ids.map(() => 'completed'))
  })

  test('gives the slot of a run that exceeds its time to the next, also when its step never answers', {
    timeout: LIMIT_MS,
  }, async ({ expect }) => {
    const key = testbed().newKey()
    const frozen = await testbed().send('c/deadline-frozen', { key, value: 1 })
    await testbed().noted(key, 1)
    const next = await testbed().send('c/deadline-frozen', { key, value: 2 })
    expect(await testbed().noted(key, 2)).toEqual(['frozen', 'ran'])
    expect((await testbed().ended(frozen)).status).toBe('cancelled')
    expect((await testbed().ended(next)).status).toBe('completed')
  })

  test('refuses a run of more than 1000 steps', { timeout: LIMIT_MS }, async ({ expect }) => {
    expect((await run(testbed(), 'c/too-many-steps')).status).toBe('failed')
  })

  test('refuses a step result above 4 MB', { timeout: LIMIT_MS }, async ({ expect }) => {
    expect((await run(testbed(), 'c/too-big-step')).status).toBe('failed')
  })

  test('fires a schedule with its time zone', { timeout: LIMIT_MS }, async ({ expect }) => {
    const [fired] = await testbed().noted('cron', 1, 75_000)
    expect(JSON.parse(fired ?? '')).toMatchObject({ cron: 'TZ=Europe/Berlin * * * * *' })
  })
}
