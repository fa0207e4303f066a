import { afterAll, beforeAll, describe, test } from 'vitest'
import { createTestbed, type Testbed } from './testbed'

let bed: Testbed
beforeAll(async () => {
  bed = await createTestbed()
})
afterAll(async () => {
  await bed?.close()
})

const LIMIT_MS = 120_000

/** Sends `name`, waits for its run and answers what became of it. */
async function run(name: string, data: Record<string, unknown> = {}) {
  const key = bed.newKey()
  const { status, output } = await bed.ended(await bed.send(name, { key, ...data }))
  return { key, status, output, notes: bed.journal.read(key) }
}

/** Lets everything sent before have its effect: a marker event travels the same way behind it. */
async function settle(): Promise<void> {
  const key = bed.newKey()
  await bed.send('c/counted', { key })
  await bed.noted(key, 1)
}

function peak(notes: string[]): number {
  let inside = 0
  let most = 0
  for (const note of notes) {
    inside += note.startsWith('in') ? 1 : -1
    most = Math.max(most, inside)
  }
  return most
}

describe.concurrent('a job service', () => {
  test('runs steps once each and keeps their results exactly', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { output, notes } = await run('c/run')
    expect(notes).toEqual(['a', 'b'])
    expect(output).toEqual({
      a: { big: 12345678901234, text: 'ünï\u0000', nothing: null, nested: [1, [2]] },
      b: 2,
      sameRun: true,
    })
  })

  test('sleeps for a time and until a time', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { output } = await run('c/sleep')
    expect(output).toEqual({ nap: expect.any(Number), until: expect.any(Number) })
    const { nap, until } = Object(output)
    expect(nap).toBeGreaterThanOrEqual(990)
    expect(until).toBeGreaterThanOrEqual(950)
    expect(nap + until).toBeLessThan(8000)
  })

  test('waits for the event whose field matches', { timeout: LIMIT_MS }, async ({ expect }) => {
    const [key, other] = [bed.newKey(), bed.newKey()]
    const id = await bed.send('c/wait-match', { key })
    await bed.noted(key, 1)
    await answerUntilEnded(id, [
      { key: other, value: 1 },
      { key, value: 2 },
    ])
    expect((await bed.ended(id)).output).toEqual({ got: 2 })
  })

  test('waits for the event that satisfies a condition', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = bed.newKey()
    const id = await bed.send('c/wait-if', { key })
    await bed.noted(key, 1)
    await answerUntilEnded(id, [
      { key, value: 3 },
      { key, value: 30 },
    ])
    expect((await bed.ended(id)).output).toEqual({ got: 30 })
  })

  test('ends a wait with null when its time is up', { timeout: LIMIT_MS }, async ({ expect }) => {
    expect((await run('c/wait-timeout')).output).toEqual({ got: null })
  })

  test('retries a failing step and counts its attempts', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { output, notes } = await run('c/retries')
    expect(output).toEqual({ attempt: 2 })
    expect(notes).toEqual(['attempt 0', 'attempt 1', 'attempt 2'])
  })

  test('retries a function that fails outside of its steps without repeating them', { timeout: LIMIT_MS }, async ({
    expect,
  }) => {
    const { output, notes } = await run('c/function-retries')
    expect(output).toEqual({ attempt: 1 })
    expect(notes).toEqual(['step'])
  })

  test('waits as long as RetryAfterError says', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { output, notes } = await run('c/retry-after')
    expect(output).toEqual({ attempt: 1 })
    const gapMs = Number(notes[1]) - Number(notes[0])
    expect(gapMs).toBeGreaterThanOrEqual(1900)
    expect(gapMs).toBeLessThan(6000)
  })

  test('does not retry NonRetriableError', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { status, notes, output } = await run('c/non-retriable')
    expect(status).toBe('failed')
    expect(notes).toEqual(['tried'])
    expect(JSON.stringify(output)).toContain('never again')
  })

  test('lets a function catch the error of an exhausted step', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { output, notes } = await run('c/caught')
    expect(output).toEqual({ caught: 'broken part', after: 'repaired' })
    expect(notes).toEqual(['tried', 'tried'])
  })

  test('calls onFailure with the original event and the error', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = bed.newKey()
    await bed.send('c/on-failure', { key })
    expect(await bed.noted(key, 1)).toEqual(['failed: whole function'])
  })

  test('tells the end of a function by an event', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { key } = await run('c/run')
    const [result] = await bed.noted(`finished ${key}`, 1)
    expect(JSON.parse(result ?? '')).toMatchObject({ b: 2 })
  })

  test('invokes a function and answers its result', { timeout: LIMIT_MS }, async ({ expect }) => {
    expect((await run('c/invoke', { n: 21 })).output).toEqual({ n: 42 })
  })

  test('hands the error of an invoked function to the caller', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { output } = await run('c/invoke-fails')
    expect(JSON.stringify(output)).toContain('too large')
  })

  test('sends events from a step', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { key, output } = await run('c/send')
    expect(output).toEqual({ ids: 2 })
    expect([...(await bed.noted(key, 2))].sort()).toEqual(['part 1', 'part 2'])
  })

  test('starts a function only when its trigger condition holds', { timeout: LIMIT_MS }, async ({ expect }) => {
    const [low, high, none] = [bed.newKey(), bed.newKey(), bed.newKey()]
    await bed.send('c/if', { key: low, amount: 99.5 })
    await bed.send('c/if', { key: none })
    await bed.send('c/if', { key: high, amount: 100.5 })
    await bed.noted(high, 1)
    await settle()
    expect([...bed.journal.read(low), ...bed.journal.read(none)]).toEqual([])
  })

  test('starts a function for each event name that fits a wildcard', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = bed.newKey()
    await bed.send('w/one', { key })
    await bed.send('w/two', { key })
    expect([...(await bed.noted(key, 2))].sort()).toEqual(['w/one', 'w/two'])
  })

  test('runs parallel steps once each and joins them', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { output, notes } = await run('c/parallel')
    expect(output).toEqual({ sum: 30 })
    expect([...notes].sort()).toEqual(['p1', 'p2', 'p3', 'p4'])
  })

  test('runs parallel chains of steps and sleeps', { timeout: LIMIT_MS }, async ({ expect }) => {
    expect((await run('c/chains')).output).toEqual({ l: 2, r: 11 })
  })

  test('lets the first of racing steps win at once', { timeout: LIMIT_MS }, async ({ expect }) => {
    const { output } = await run('c/race')
    expect(output).toMatchObject({ winner: 'fast' })
    expect(Object(output).ms).toBeLessThan(6000)
  })

  test('tells steps of one name apart', { timeout: LIMIT_MS }, async ({ expect }) => {
    expect((await run('c/loop')).output).toEqual({ seen: [0, 1, 2, 3, 4] })
  })

  test('carries sixty steps in a row', { timeout: LIMIT_MS }, async ({ expect }) => {
    expect((await run('c/many-steps')).output).toEqual({ sum: 1770 })
  })

  test('holds the concurrency of a key and uses all of it', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = bed.newKey()
    await bed.client.send(Array.from({ length: 8 }, () => ({ name: 'c/limited', data: { key } })))
    expect(peak(await bed.noted(key, 16))).toBe(2)
  })

  test('holds two concurrency limits at once', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = bed.newKey()
    const groups = ['a', 'b', 'c', 'd'].map((name) => `${name} ${key}`)
    await bed.client.send(
      groups.flatMap((group) => [1, 2, 3].map(() => ({ name: 'c/limited-twice', data: { key, group } }))),
    )
    const notes = await bed.noted(key, 24)
    expect(peak(notes)).toBeLessThanOrEqual(3)
    for (const group of groups) expect(peak(notes.filter((note) => note.endsWith(group)))).toBe(1)
  })

  test('cancels a run when the event named by cancelOn comes, and tells', { timeout: LIMIT_MS }, async ({ expect }) => {
    const [key, other] = [bed.newKey(), bed.newKey()]
    const id = await bed.send('c/cancel-on', { key })
    const stays = await bed.send('c/cancel-on', { key: other })
    await bed.noted(key, 1)
    await bed.noted(other, 1)
    await bed.send('c/stop', { key })
    expect((await bed.ended(id)).status).toBe('cancelled')
    await bed.noted(`cancelled ${key}`, 1)
    await settle()
    expect(bed.endOf(stays)).toBeUndefined()
    expect(bed.journal.read(key)).not.toContain('survived')
  })

  test('runs once for an idempotency key', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = bed.newKey()
    for (let i = 0; i < 3; i++) await bed.send('c/idempotent', { key })
    await bed.noted(key, 1)
    await settle()
    expect(bed.journal.read(key)).toEqual(['ran'])
  })

  test('runs once for an event id sent again', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = bed.newKey()
    for (let i = 0; i < 3; i++) await bed.send('c/counted', { key }, { id: `id-${key}` })
    await bed.noted(key, 1)
    await settle()
    expect(bed.journal.read(key)).toEqual(['ran'])
  })

  test('runs once for a request that the SDK sent again', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = bed.newKey()
    const headers = {
      'content-type': 'application/json',
      'x-inngest-event-id-seed': `${Date.now()},${btoa(key.slice(0, 10))}`,
    }
    const body = JSON.stringify([{ name: 'c/counted', data: { key } }])
    const post = async () => (await fetch(`${bed.baseUrl}/e/test`, { method: 'POST', headers, body })).json()
    const first = await post()
    expect(await post()).toEqual(first)
    await bed.noted(key, 1)
    await settle()
    expect(bed.journal.read(key)).toEqual(['ran'])
  })

  test('debounces a burst to its last event', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = bed.newKey()
    for (let value = 1; value <= 4; value++) await bed.send('c/debounced', { key, value })
    expect(await bed.noted(key, 1)).toEqual(['value 4'])
  })

  test('throttles starts to one a period', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = bed.newKey()
    for (let i = 0; i < 3; i++) await bed.send('c/throttled', { key })
    const times = (await bed.noted(key, 3)).map(Number).sort((a, b) => a - b)
    expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1500)
  })

  test('drops events above the rate limit', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = bed.newKey()
    for (let i = 0; i < 5; i++) await bed.send('c/rate-limited', { key })
    await bed.noted(key, 2)
    await settle()
    expect(bed.journal.read(key)).toEqual(['ran', 'ran'])
  })

  test('collects events into batches, by size and by time', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = bed.newKey()
    for (let i = 0; i < 4; i++) await bed.send('c/batched', { key })
    expect(await bed.noted(key, 2)).toEqual(['batch of 3', 'batch of 1'])
  })

  test('skips a singleton while another run of its key is open', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = bed.newKey()
    const id = await bed.send('c/single-skip', { key })
    await bed.noted(key, 1)
    const skipped = await bed.send('c/single-skip', { key })
    await bed.ended(id)
    await settle()
    expect(bed.endOf(skipped)).toBeUndefined()
    // One run's: what stands before its sleep is said again after it.
    expect(bed.journal.read(key)).toEqual(['started', 'started', 'ended'])
    const again = await bed.send('c/single-skip', { key })
    expect((await bed.ended(again)).status).toBe('completed')
  })

  test('lets a new singleton run replace the open one', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = bed.newKey()
    const first = await bed.send('c/single-cancel', { key, n: 1 })
    await bed.noted(key, 1)
    const second = await bed.send('c/single-cancel', { key, n: 2 })
    expect((await bed.ended(first)).status).toBe('cancelled')
    expect((await bed.ended(second)).status).toBe('completed')
    expect(bed.journal.read(key)).toEqual(['started 1', 'started 2', 'ended 2'])
  })

  test('holds an event back until the time it carries', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = bed.newKey()
    const due = Date.now() + 2000
    await bed.send('c/later', { key }, { ts: due })
    const [ran] = await bed.noted(key, 1)
    expect(Number(ran)).toBeGreaterThanOrEqual(due - 50)
  })

  test('cancels a run that exceeds its time', { timeout: LIMIT_MS }, async ({ expect }) => {
    expect((await run('c/deadline')).status).toBe('cancelled')
  })

  test('counts no time that a run waits in line', { timeout: LIMIT_MS }, async ({ expect }) => {
    const key = bed.newKey()
    const ids = [await bed.send('c/deadline-in-line', { key }), await bed.send('c/deadline-in-line', { key })]
    for (let i = 0; i < 2; i++) ids.push(await bed.send('c/deadline-in-line', { key }))
    const ends = await Promise.all(ids.map((id) => bed.ended(id)))
    expect(ends.map(({ status }) => status)).toEqual(ids.map(() => 'completed'))
  })

  test('gives the place of a run that exceeds its time to the next, also when its step never answers', {
    timeout: LIMIT_MS,
  }, async ({ expect }) => {
    const key = bed.newKey()
    const frozen = await bed.send('c/deadline-frozen', { key, value: 1 })
    await bed.noted(key, 1)
    const next = await bed.send('c/deadline-frozen', { key, value: 2 })
    expect(await bed.noted(key, 2)).toEqual(['frozen', 'ran'])
    expect((await bed.ended(frozen)).status).toBe('cancelled')
    expect((await bed.ended(next)).status).toBe('completed')
  })

  test('refuses a run of more than 1000 steps', { timeout: LIMIT_MS }, async ({ expect }) => {
    expect((await run('c/too-many-steps')).status).toBe('failed')
  })

  test('refuses a step result above 4 MB', { timeout: LIMIT_MS }, async ({ expect }) => {
    expect((await run('c/too-big-step')).status).toBe('failed')
  })

  test('fires a schedule with its time zone', { timeout: LIMIT_MS }, async ({ expect }) => {
    const [fired] = await bed.noted('cron', 1, 75_000)
    expect(JSON.parse(fired ?? '')).toMatchObject({ cron: 'TZ=Europe/Berlin * * * * *' })
  })
})

/** A wait is registered shortly after its function reports; events are repeated until one is heard. */
async function answerUntilEnded(eventId: string, answers: { key: string; value: number }[]): Promise<void> {
  const until = Date.now() + bed.patienceMs
  while (Date.now() < until) {
    for (const data of answers) await bed.send('c/answer', data)
    if (bed.endOf(eventId)) return
  }
}
