import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { workerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { FIXED_LIST, listSourceOf } from './list-source'
import { listOf, openLists, some } from './list-world.test-data'
import { EVM, SOLANA, sdnAdvanced } from './parse-text.test-data'
import { findListState, readScreeningList } from './read-list'
import { screeningListWatcher } from './screening-list-watcher'

const { read, isBlocked, inForce } = openLists()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lists-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('the fixed list blocks one address of each family, and none reads nothing', async () => {
  expect(listSourceOf('none', 'address')).toBeNull()
  expect(await read(null)).toBeNull()
  expect(await read(listSourceOf('fixed', 'address'))).toEqual({ added: 2, removed: 0 })
  for (const address of FIXED_LIST) expect(await isBlocked(address)).toBe(true)
})

test('a file is read again when it changed, and says why it cannot be', async () => {
  const path = join(folder, 'blocked.txt')
  const source = listSourceOf(path, 'address')
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
async function serve(
  answer: (ifNoneMatch: string | undefined, path: string) => [status: number, body: string, headers?: object],
) {
  server = createServer((request, response) => {
    const [status, body, headers = {}] = answer(request.headers['if-none-match'], request.url ?? '')
    response.writeHead(status, { ...headers })
    response.end(body)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return listSourceOf(`http://127.0.0.1:${address.port}/list.json`, 'address')
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
  ['a redirect to nowhere', [302, '', { location: 'http://127.0.0.1:1/' }], /It cannot be read: .*ECONNREFUSED/],
  ['a redirect to itself', [302, '', { location: '/list.json' }], /it returned 302$/],
  ['a redirect without an address', [302, ''], /it returned 302$/],
  ['a redirect within a network', [302, '', { location: 'https://10.0.0.1/' }], /its address must name a host/],
  ['a redirect to plain http', [302, '', { location: 'http://lists.example.com/' }], /its address must use https/],
  ['an error', [500, ''], /it returned 500/],
  ['no list', [200, 'blocked'], /^It names no address$/],
  ['another JSON', [200, '{"addresses":[]}'], /it is not a JSON list of addresses/],
  ['a page', [200, '<!doctype html><p>Sign in</p>'], /XML or HTML with a document type/],
  ['half an XML', [200, sdnAdvanced([{ ticker: 'ETH', address: EVM }]).slice(0, -9)], /ends in the middle/],
  ['a CSV of other columns', [200, `name,wallet\na,${EVM}`], /has no column address/],
])('of the web, %s is not taken, and the list before it stays in force with an alarm', async (_name, answer, error) => {
  env().ALLOW_LOOPBACK_WEBHOOKS = true
  env().SCREENING_LIST = 'fixed'
  await read(listOf(some(3)))
  const source = await serve(() => answer)
  await readScreeningList(workerCtx(), source && { ...source, name: 'test' })
  expect((await findListState(workerCtx()))?.error).toMatch(error)
  expect(await inForce()).toBe(3)
  expect(await screeningListWatcher.findCauses(workerCtx())).toHaveLength(1)
})

test('a list of the US Treasury is read where its address leads to', async () => {
  env().ALLOW_LOOPBACK_WEBHOOKS = true
  const text = sdnAdvanced([
    { ticker: 'ETH', address: EVM.toLowerCase() },
    { ticker: 'SOL', address: SOLANA },
    { ticker: 'XBT', address: '149w62rY42aZBox8fGcmqNsXUzSStKeq8C' },
  ])
  const source = await serve((_etag, path) =>
    path === '/store/1' ? [200, text, { etag: '"1"' }] : [302, '', { location: '/store/1' }],
  )
  expect(await read(source)).toEqual({ added: 2, removed: 0 })
  expect(await findListState(workerCtx())).toMatchObject({
    format: 'SDN',
    unreadable: 1,
    size: text.length,
    etag: '"1"',
  })
})

test('several lists are one: an address stays blocked while any names it, and one that fails changes nothing', async () => {
  const paths = ['eth.txt', 'sol.csv'].map((name) => join(folder, name))
  const [eth = '', sol = ''] = paths
  const source = listSourceOf(paths.join(' '), 'address')
  await writeFile(eth, `${some(20).join('\n')}\n${EVM}\n`)
  await writeFile(sol, `address,reason\n${SOLANA},a\n${EVM.toLowerCase()},b\nx,c\n`)
  expect(await read(source)).toEqual({ added: 22, removed: 0 })
  expect(await findListState(workerCtx())).toMatchObject({ count: 22, unreadable: 1 })
  expect(await read(source)).toBeNull()
  await writeFile(eth, `${some(20).join('\n')}\n`)
  expect(await read(source)).toEqual({ added: 0, removed: 0 })
  expect(await isBlocked(EVM)).toBe(true)
  await rm(eth)
  await read(source)
  expect((await findListState(workerCtx()))?.error).toBe(`It cannot be read: ${eth}: the file cannot be read (ENOENT)`)
  expect([await isBlocked(SOLANA), await inForce()]).toEqual([true, 22])
})

test('the column of a CSV file is a setting, and another one is another list', async () => {
  const path = join(folder, 'parties.csv')
  await writeFile(path, `address,wallet\n1 Main Street,${EVM}\n`)
  await read(listSourceOf(path, 'address'))
  expect((await findListState(workerCtx()))?.error).toBe('It names no address')
  expect(await read(listSourceOf(path, 'Wallet'))).toEqual({ added: 1, removed: 0 })
})

test.each([
  ['a folder', () => folder],
  ['a device', () => '/dev/zero'],
  ['a pipe that nobody writes to', () => join(folder, 'pipe')],
])('%s is no list', async (_, toPath) => {
  await promisify(execFile)('mkfifo', [join(folder, 'pipe')]).catch(() => {})
  await read(listSourceOf(toPath(), 'address'))
  expect((await findListState(workerCtx()))?.error).toMatch(/it is not a file$|\(EISDIR\)$/)
})

test('a host that is not public is never asked', async () => {
  const source = await serve(() => [200, JSON.stringify([EVM])])
  env().ALLOW_LOOPBACK_WEBHOOKS = false
  await read(source)
  expect((await findListState(workerCtx()))?.error).toMatch(/^It cannot be read: its address /)
})
