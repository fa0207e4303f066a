import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog, blockedAddresses, screeningLists } from '@/db/schema'
import { inOperator, workerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { findBlocked } from '@/server/screening/find-blocked'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { acceptList } from './accept-list'
import { FIXED_LIST, type ListSource, listSourceOf } from './list-source'
import { parseJson, parseLines } from './parse-list'
import { findListState, readScreeningList } from './read-list'
import { screeningListWatcher } from './watch-list'

const [EVM, SOLANA] = ['0x52908400098527886E0F7030069857D2E4169EE7', '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU']

openDatabase()
let folder: string
let businessId: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lists-'))
  businessId = (await createTenant()).businessId
})
beforeEach(async () => {
  const { db } = workerCtx()
  await db.delete(screeningLists)
  await db.update(blockedAddresses).set({ removedAt: new Date(), removedBy: 'test' })
})
afterEach(() => {
  env().SCREENING_LIST = 'none'
})
afterAll(() => rm(folder, { recursive: true }))

/** A list of this content, as a file has it. */
const listOf = (addresses: readonly string[], name = 'test'): ListSource => ({
  name,
  read: async (known) => {
    const hash = addresses.join()
    return hash === known.hash ? null : { ...parseLines(addresses.join('\n')), etag: null, hash }
  },
})
const failing: ListSource = { name: 'test', read: () => Promise.reject(new Error('the file cannot be read (ENOENT)')) }
const read = (source: ListSource | null) => readScreeningList(workerCtx(), source)
const isBlocked = async (address: string) =>
  (await findBlocked({ db: workerCtx().db, businessId }, [address])).size === 1
const some = (count: number) => Array.from({ length: count }, (_, n) => `0x${(n + 1).toString(16).padStart(40, '0')}`)
const inForce = async () => {
  const isOn = and(eq(blockedAddresses.source, 'LIST'), isNull(blockedAddresses.removedAt))
  return (await workerCtx().db.select().from(blockedAddresses).where(isOn)).length
}

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

test('the fixed list blocks one address of each family, and none reads nothing', async () => {
  expect(listSourceOf('none')).toBeNull()
  expect(await read(null)).toBeNull()
  expect(await read(listSourceOf('fixed'))).toEqual({ added: 2, removed: 0 })
  for (const address of FIXED_LIST) expect(await isBlocked(address)).toBe(true)
})

test('a file is read again when it changed, and says why it cannot be', async () => {
  const path = join(folder, 'blocked.txt')
  const source = listSourceOf(path)
  await writeFile(path, `# of the authority\n${EVM} # since May\r\n\n${SOLANA}\nno address\n`)
  expect(await read(source)).toEqual({ added: 2, removed: 0 })
  expect(await findListState(workerCtx())).toMatchObject({ source: path, count: 2, unreadable: 1 })
  expect(await read(source)).toBeNull()
  await writeFile(path, `${EVM}\n${SOLANA}\n${some(1)[0]}\n`)
  expect(await read(source)).toEqual({ added: 1, removed: 0 })
  await rm(path)
  await read(source)
  expect(await findListState(workerCtx())).toMatchObject({
    error: 'It cannot be read: the file cannot be read (ENOENT)',
    count: 3,
  })
})

let server: Server | undefined
afterEach(() => server?.close())

/** A server of lists on loopback, which the environment of suites allows. */
async function serve(answer: (ifNoneMatch: string | undefined) => [status: number, body: string, headers?: object]) {
  server = createServer((request, response) => {
    const [status, body, headers = {}] = answer(request.headers['if-none-match'])
    response.writeHead(status, { ...headers })
    response.end(body)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return listSourceOf(`http://127.0.0.1:${address.port}/list.json`)
}

test('a list of the web is asked for with its ETag', async () => {
  env().ALLOW_LOOPBACK_WEBHOOKS = true
  const asked: (string | undefined)[] = []
  const source = await serve((etag) => {
    asked.push(etag)
    return etag === '"1"' ? [304, ''] : [200, JSON.stringify([EVM, { address: SOLANA, name: 'x' }]), { etag: '"1"' }]
  })
  expect(await read(source)).toEqual({ added: 2, removed: 0 })
  expect(await read(source)).toBeNull()
  expect(asked).toEqual([undefined, '"1"'])
  expect(await findListState(workerCtx())).toMatchObject({ error: null, etag: '"1"' })
})

test.each<[string, [number, string, object?], RegExp]>([
  ['a redirect', [302, '', { location: 'http://127.0.0.1:1/' }], /it answers 302/],
  ['an error', [500, ''], /it answers 500/],
  ['no JSON', [200, 'blocked'], /it is no JSON$/],
  ['another JSON', [200, '{"addresses":[]}'], /it is no JSON list of addresses/],
])('of the web, %s is not taken', async (_name, answer, error) => {
  env().ALLOW_LOOPBACK_WEBHOOKS = true
  await read(listOf(some(3)))
  const source = await serve(() => answer)
  await readScreeningList(workerCtx(), source && { ...source, name: 'test' })
  expect((await findListState(workerCtx()))?.error).toMatch(error)
  expect(await inForce()).toBe(3)
})

test('a host that is not public is never asked', async () => {
  const source = await serve(() => [200, JSON.stringify([EVM])])
  env().ALLOW_LOOPBACK_WEBHOOKS = false
  await read(source)
  expect((await findListState(workerCtx()))?.error).toMatch(/^It cannot be read: its address /)
})

test('a list of any text never throws but in words, and names each address once', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom(EVM, EVM.toLowerCase(), SOLANA))), (lines) => {
      const { addresses, unreadable } = parseLines(lines.join('\n'))
      expect(new Set(addresses).size).toBe(addresses.length)
      expect(addresses.length + unreadable).toBeLessThanOrEqual(lines.join('\n').split(/\r?\n/).length)
    }),
  )
  expect(() => parseJson('[1]')).toThrow('it is no JSON list of addresses')
  expect(() => parseLines(`${EVM}\n`.repeat(200_001))).toThrow('more than 200000')
})
