import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { eventStreams, projectEvents } from '@/db/schema'
import type { StreamEventsInput } from '@/schemas/webhooks/streams/contract'
import { MAX_STREAMS } from '@/schemas/webhooks/streams/words'
import type { ProjectEventKind } from '@/schemas/webhooks/words'
import { endOnRefusal } from '@/server/api/answer-key'
import { inWorker, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { publishEvents } from '@/server/webhooks/destinations/publish-events'
import { pruneEvents } from './prune-events'
import { streamProject } from './stream-project'
import { claimSlot, renewSlot } from './stream-slots'
import { type Project, publishing } from './stream-world.test-data'

openDatabase()

type Message = { event: string; id: string; data: { type?: string; data?: { n: number } } }

let project: Project
const ending: AbortController[] = []
beforeEach(async () => {
  project = await createTenant()
})
afterEach(() => {
  for (const one of ending.splice(0)) one.abort()
})

const publish = (
  n: number,
  { of = project, kind = 'payment.settled' }: { of?: Project; kind?: ProjectEventKind } = {},
) => inWorker(({ db }) => publishEvents(db, [publishing(of, n, kind)], new Date()))

/** A stream, and what it sends next. Heartbeats come in between while an older transaction holds an event back. */
async function open(wanted: StreamEventsInput = {}, of = project) {
  const stop = new AbortController()
  ending.push(stop)
  const holder = newId()
  await claimSlot(of, holder)
  const texts = streamProject({ tenant: of, holder, input: wanted }, stop.signal)
  const next = async (): Promise<Message | null> => {
    const { done, value } = await texts.next()
    if (done) return null
    if (value.startsWith(':')) return next()
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(value)?.[1] ?? ''
    return { event: field('event'), id: field('id'), data: JSON.parse(field('data') || '{}') }
  }
  const numbers = async (count: number) => {
    const all: unknown[] = []
    while (all.length < count) all.push((await next())?.data.data?.n)
    return all
  }
  return { ready: await next(), next, numbers, holder, stop: () => stop.abort() }
}

const recorded = async () =>
  (await workerCtx().db.select().from(projectEvents)).map(({ body }) => JSON.parse(body).data.n)

test('nothing is recorded of a project that has no stream', async () => {
  await publish(1)
  expect(await recorded()).toEqual([])
})

test('an event reaches an open stream as a webhook has it, and stays for who comes back', async () => {
  const first = await open()
  expect(first.ready).toMatchObject({ event: 'stream.ready', data: { types: ['*'] } })
  await publish(1)
  const event = await first.next()
  expect(event).toEqual({
    event: 'payment.settled',
    id: expect.stringMatching(/^\d+-[0-9a-f-]{36}$/),
    data: { type: 'payment.settled', timestamp: '2026-11-21T11:05:44.862Z', data: { n: 1 } },
  })
  first.stop()
  expect(await first.next()).toBeNull()

  await publish(2)
  await publish(3)
  const second = await open({ after: event?.id })
  expect(await second.numbers(2)).toEqual([2, 3])
  const third = await open({ after: 'oldest' })
  expect(await third.numbers(3)).toEqual([1, 2, 3])
})

test('a stream tells only the kinds and families that it was asked for', async () => {
  const stream = await open({ types: ['payment.failed', 'wallet.*'] })
  expect(stream.ready?.data).toEqual({ types: ['payment.failed', 'wallet.*'] })
  await publish(1)
  await publish(2, { kind: 'payment.failed' })
  await publish(3, { kind: 'wallet.deposit.confirmed' })
  await publish(4, { kind: 'subscription.expired' })
  await publish(5, { kind: 'wallet.sign.failed' })
  expect(await stream.numbers(3)).toEqual([2, 3, 5])
})

test('what a transaction undid is not told, and what happened once is told once', async () => {
  const stream = await open()
  const undone = inWorker(async ({ db }) => {
    await publishEvents(db, [publishing(project, 1, 'payment.settled')], new Date())
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  const twice = publishing(project, 2, 'payment.settled')
  await inWorker(({ db }) => publishEvents(db, [twice], new Date()))
  await inWorker(({ db }) => publishEvents(db, [twice], new Date()))
  await publish(3)
  expect(await stream.numbers(2)).toEqual([2, 3])
})

test("no stream tells of another project, of one's own business or of another, whatever cursor it sends", async () => {
  const sister: Project = await createTenant({ businessId: project.businessId })
  const stranger: Project = await createTenant()
  const [own, theirs, foreign] = [await open(), await open({}, sister), await open({}, stranger)]
  await publish(2, { of: sister })
  await publish(3, { of: stranger })
  await publish(1)
  const [first, second, third] = [await own.next(), await theirs.next(), await foreign.next()]
  expect([first, second, third].map((message) => message?.data.data?.n)).toEqual([1, 2, 3])
  for (const cursor of [second?.id, third?.id]) {
    const resumed = await open({ after: cursor })
    expect(await resumed.next()).toMatchObject({ event: 'stream.gap', data: { after: cursor } })
    await publish(9)
    const seen = [await resumed.next()]
    while (seen.at(-1)?.data.data?.n !== 9) seen.push(await resumed.next())
    expect(seen.every((message) => [1, 9].includes(message?.data.data?.n ?? 0))).toBe(true)
    resumed.stop()
  }
})

test('a cursor whose event is no longer kept says so and goes on with what there is', async () => {
  const first = await open()
  await publish(1)
  const event = await first.next()
  await publish(2)
  const { db } = workerCtx()
  const now = () => new Date()
  expect(await pruneEvents({ db, now })).toBe(0)
  await db.execute(sql`delete from project_events where body like '%"n":1}%'`)
  const second = await open({ after: event?.id })
  expect(await second.next()).toMatchObject({ event: 'stream.gap', data: { after: event?.id } })
  expect(await second.numbers(1)).toEqual([2])
  const kept = await db.select().from(projectEvents)
  expect(await pruneEvents({ db, now: () => new Date(Date.now() + 8 * 86_400_000) })).toBe(kept.length)
})

test('ids of the cluster from which a backup was restored are known as such, and new events come', async () => {
  await open()
  await publish(1)
  await workerCtx().db.execute(
    sql`update project_events set xact = 9000000000000000000 where project_id = ${project.projectId}`,
  )
  const [{ id } = { id: '' }] = await workerCtx()
    .db.select()
    .from(projectEvents)
    .where(eq(projectEvents.projectId, project.projectId))
  const after = `9000000000000000000-${id}`
  const stream = await open({ after })
  expect(await stream.next()).toMatchObject({ event: 'stream.gap', data: { after } })
  await publish(2)
  expect(await stream.numbers(1)).toEqual([2])
})

describe('places', () => {
  test('a project has a few; one that ended or went silent is free for the next', async () => {
    const streams = [await open(), await open(), await open(), await open(), await open()]
    expect(streams).toHaveLength(MAX_STREAMS)
    await expect(open()).rejects.toMatchObject({ reason: 'stream_limit', retryAfter: 15 })
    await expect(open({}, await createTenant())).resolves.toBeDefined()
    streams[2]?.stop()
    expect(await streams[2]?.next()).toBeNull()
    const replaced = await open()
    await workerCtx()
      .db.update(eventStreams)
      .set({ seenAt: new Date(Date.now() - 46_000) })
    await open()
    expect(await renewSlot(project, streams[0]?.holder ?? '')).toBe(false)
    expect(await renewSlot(project, replaced.holder)).toBe(true)
  })

  test('the last one is taken once by those who come at once', async () => {
    for (let n = 1; n < MAX_STREAMS; n++) await claimSlot(project, newId())
    const taken = await Promise.allSettled([1, 2, 3, 4].map(() => claimSlot(project, newId())))
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

test('a stream that is ended sends none of the events that it had read before', async () => {
  for (const n of [0, 1, 2, 3]) {
    if (n === 0) (await open()).stop()
    else await publish(n)
  }
  const stream = await open({ after: 'oldest' })
  expect(await stream.numbers(1)).toEqual([1])
  stream.stop()
  expect(await stream.next()).toBeNull()
})

test('a stream ends when its caller is no longer admitted', async () => {
  let isAdmitted = true
  const admit = async () => {
    if (!isAdmitted) throw new Error('suspended')
  }
  const endless = endOnRefusal(
    async function* (signal) {
      yield 'a'
      isAdmitted = false
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    },
    admit,
    1,
  )
  const seen: string[] = []
  for await (const text of endless(new AbortController().signal)) seen.push(text)
  expect(seen).toEqual(['a'])
})
