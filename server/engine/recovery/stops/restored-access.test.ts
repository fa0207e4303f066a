import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { oncePerProcess } from '@/db/once-per-process'
import { auditLog } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { createLogger } from '@/server/logger'
import { type MutationWorld, newMutationWorld } from '@/server/testing/mutation-world'
import { openDatabase } from '@/server/testing/open-database'
import { takeBackup } from '@/server/testing/restorable-database'
import { messagesTo, publishTestEvent } from '@/server/webhooks/destinations/endpoint-world.test-data'
import { accessOfBusiness } from './access-of-business.test-data'
import { accessOfPlatform } from './access-of-platform.test-data'
import { openStops } from './stop-world.test-data'

const warnings: string[] = []
oncePerProcess('logger', () => createLogger('warn', { write: (line) => warnings.push(line) }))
const database = openDatabase()
const stops = openStops('all')
let world: MutationWorld
const KINDS = [...accessOfBusiness(() => world), ...accessOfPlatform(() => world)]

/** The one that nobody stops, the one that is stopped, and the one that is stopped for a time only. */
const made: { untouched: string; stopped: string; lifted: string | null }[] = []
const ofEach = async (work: (kind: (typeof KINDS)[number], own: (typeof made)[number]) => Promise<unknown>) => {
  for (const [n, kind] of KINDS.entries()) {
    const own = made[n]
    if (own) await work(kind, own)
  }
}
const byRecovery = () => workerCtx().db.$count(auditLog, eq(auditLog.actorId, 'recovery'))

beforeAll(async () => {
  world = await newMutationWorld('http://127.0.0.1:9')
  for (const kind of KINDS)
    made.push({
      untouched: await kind.make(),
      stopped: await kind.make(),
      lifted: kind.lift ? await kind.make() : null,
    })
  await publishTestEvent(world)
  const backup = await takeBackup(database.url)
  await ofEach(async ({ make, stop, lift, isScarce }, { stopped, lifted }) => {
    await stop(stopped)
    if (lifted !== null) await stop(lifted)
    if (lifted !== null) await lift?.(lifted)
    // The backup lacks this one.
    if (!isScarce) await stop(await make())
  })
  await stops.record()
  await backup.restore()
  await stops.restart()
})

it.each(KINDS.map((kind, n) => ({ ...kind, n })))('stops again: $name, and no other', async ({ isStopped, n }) => {
  const { untouched, stopped, lifted } = made[n] ?? { untouched: '', stopped: '', lifted: null }
  expect([await isStopped(untouched), await isStopped(stopped)]).toEqual([false, true])
  if (lifted !== null) expect(await isStopped(lifted)).toBe(false)
})

it('gives up what waits for a webhook endpoint that is deleted again', async () => {
  const [{ untouched, stopped } = { untouched: '', stopped: '' }] = made.filter(
    (_, n) => KINDS[n]?.name === 'a deleted webhook endpoint',
  )
  expect(await messagesTo(untouched)).toMatchObject([{ status: 'pending', withdrawnBecause: null }])
  expect(await messagesTo(stopped)).toMatchObject([{ status: 'failed', withdrawnBecause: 'receiver-deleted' }])
})

it('stops each once, as the audit log shows, and nothing that the backup lacks', async () => {
  const audited = await byRecovery()
  expect(audited).toBe(KINDS.length)
  await stops.restart()
  expect(await byRecovery()).toBe(audited)
  expect(warnings).toEqual([])
})

it('leaves lifted what is lifted after the restore', async () => {
  await ofEach(async ({ lift }, { stopped }) => lift?.(stopped))
  await stops.restart()
  await ofEach(async ({ name, lift, isStopped }, { stopped }) =>
    expect([name, await isStopped(stopped)]).toEqual([name, lift === undefined]),
  )
})
