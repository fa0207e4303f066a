import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { auditLog, blockedAddresses, screeningLists } from '@/db/schema'
import { inOperator, workerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { acceptList } from './accept-list'
import { getList } from './get-list'
import type { ListSource } from './list-source'
import { failing, listOf, openLists, some } from './list-world.test-data'
import { EVM, SOLANA } from './parse-text.test-data'
import { findListState, readScreeningList } from './read-list'
import { screeningListWatcher } from './screening-list-watcher'

const { read, isBlocked, inForce } = openLists()

test('what a list names is blocked for every business, and no longer what it names no more', async () => {
  expect(await read(listOf([...some(20), EVM.toLowerCase(), SOLANA]))).toEqual({ added: 22, removed: 0 })
  expect([await isBlocked(EVM), await isBlocked(SOLANA)]).toEqual([true, true])
  expect(await read(listOf([...some(20), SOLANA]))).toEqual({ added: 0, removed: 1 })
  expect([await isBlocked(EVM), await isBlocked(SOLANA)]).toEqual([false, true])
  const rows = await workerCtx().db.select().from(auditLog).where(eq(auditLog.action, 'screening-list.read'))
  expect(rows.at(-1)).toMatchObject({ businessId: PLATFORM_BUSINESS_ID, actorId: 'screening-list' })
})

test('of readers at once one takes the list, and an unchanged list is not taken again', async () => {
  const changes = await Promise.all([1, 2, 3].map(() => read(listOf(some(5)))))
  expect(changes.reduce((sum, change) => sum + (change?.added ?? 0), 0)).toBe(5)
  expect(await read(listOf(some(5)))).toBeNull()
  expect(await inForce()).toBe(5)
})

test('an address that a person blocked stays blocked when the list drops it', async () => {
  await workerCtx()
    .db.insert(blockedAddresses)
    .values({ businessId: PLATFORM_BUSINESS_ID, address: EVM, reason: 'test', createdBy: 'test' })
  await read(listOf([...some(20), EVM]))
  await read(listOf(some(20)))
  expect(await isBlocked(EVM)).toBe(true)
})

test('a list that cannot be read leaves the last good one in force, with an alarm until it is read again', async () => {
  env().SCREENING_LIST = 'fixed'
  await read(listOf(some(5)))
  expect(await screeningListWatcher.findCauses(workerCtx())).toEqual([])
  await read(failing)
  expect(await inForce()).toBe(5)
  const [cause] = await screeningListWatcher.findCauses(workerCtx())
  expect(cause?.kind).toBe('screening_list_failing')
  expect(cause?.message).toMatch(
    /^The list of blocked addresses: It cannot be read: .*ENOENT.* with 5 addresses is in force$/,
  )
  await read(listOf(some(5)))
  expect(await screeningListWatcher.findCauses(workerCtx())).toEqual([])
  const later = { ...workerCtx(), now: () => new Date(Date.now() + 49 * 3_600_000) }
  expect((await screeningListWatcher.findCauses(later)).map(({ message }) => message)).toEqual([
    expect.stringContaining('It was not read for two days'),
  ])
})

test('a list that names nothing, or far less than before, is not believed until an operator accepts it, once', async () => {
  await read(listOf(some(20)))
  await read(listOf([]))
  expect(await findListState(workerCtx())).toMatchObject({ error: 'It names no address', count: 20 })
  await read(listOf(some(10)))
  const state = await findListState(workerCtx())
  expect(state).toMatchObject({ error: 'It names 10 addresses, 20 before' })
  expect(await inForce()).toBe(20)
  const hash = state?.refusedHash ?? ''
  const by = { actor: { type: 'user', id: randomUUID(), name: 'Ope' }, requestId: randomUUID() } as const
  const accept = () => inOperator(by, (ctx) => acceptList(ctx, { hash, reason: 'The authority says so' }))
  const accepted = await Promise.allSettled([accept(), accept()])
  expect(accepted.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await read(listOf(some(10)))).toEqual({ added: 0, removed: 10 })
  expect(await findListState(workerCtx())).toMatchObject({ error: null, count: 10, refusedHash: null })
})

test('operators see how far a read came, and when it last succeeded', async () => {
  env().SCREENING_LIST = 'test'
  const viewAt = (now = new Date()) => getList({ ...workerCtx(), now: () => now })
  expect(await viewAt()).toMatchObject({ readAt: null, checkedAt: null, reading: null, format: null })
  const seen: unknown[] = []
  const clock = vi.spyOn(Date, 'now')
  const slow: ListSource = {
    name: 'test',
    async read(known, onProgress) {
      for (const bytes of [1_000, 2_000, 3_000]) {
        // The clock moves on by half of the pace of notes.
        clock.mockReturnValue(performance.timeOrigin + performance.now() + bytes)
        await onProgress?.(bytes, 4_000)
        seen.push((await viewAt())?.reading)
      }
      return listOf(some(3)).read(known)
    },
  }
  await read(slow)
  clock.mockRestore()
  const at = { since: expect.any(String), totalBytes: 4_000 }
  expect(seen).toEqual([null, { ...at, bytes: 2_000 }, { ...at, bytes: 2_000 }])
  const { readAt, ...view } = (await viewAt()) ?? {}
  expect(view).toMatchObject({ reading: null, format: 'TEXT', count: 3, sizeBytes: some(3).join('\n').length })

  await read({
    name: 'test',
    read: (known, onProgress) => slow.read(known, onProgress).then(() => failing.read(known)),
  })
  expect(await viewAt()).toMatchObject({ reading: null, readAt, error: expect.stringContaining('ENOENT') })
  const left = { readingSince: new Date(), readingBytes: 5, readingTotal: null }
  await workerCtx().db.update(screeningLists).set(left)
  expect((await viewAt())?.reading).toMatchObject({ bytes: 5, totalBytes: null })
  expect((await viewAt(new Date(Date.now() + 6 * 60_000)))?.reading).toBeNull()
})

test('a large list without an ETag is read once an hour, unless it failed', async () => {
  let reads = 0
  const large: ListSource = {
    name: 'test',
    async read(known) {
      reads += 1
      const { content, etag } = await listOf(some(3)).read(known)
      return { etag, content: content && { ...content, bytes: 20_000_000 } }
    },
  }
  const readAfter = (minutes: number) =>
    readScreeningList({ ...workerCtx(), now: () => new Date(Date.now() + minutes * 60_000) }, large)
  await readAfter(0)
  await readAfter(5)
  expect(reads).toBe(1)
  await readAfter(61)
  expect(reads).toBe(2)
  await workerCtx().db.update(screeningLists).set({ error: 'It cannot be read: it returned 500' })
  await readAfter(62)
  expect(reads).toBe(3)
})
