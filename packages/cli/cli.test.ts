import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { verifyIndexerWebhook, verifyWebhook } from '@slipway/sdk/webhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { transactions } from '@/db/schema'
import { inWorker } from '@/server/ctx'
import { type Caller, newCaller } from '@/server/testing/callers'
import { openDoors } from '@/server/testing/doors'
import { createTransactionRow } from '@/server/testing/messages'
import { openDatabase } from '@/server/testing/open-database'
import { publishEvents } from '@/server/webhooks/destinations/publish-events'
import { COMMANDS } from './src/commands'
import { toTools } from './src/mcp-tools'
import { runCli } from './src/run-cli'
import { toTable } from './src/to-table'

const run = promisify(execFile)

openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
let caller: Caller
let home: string
const ending: AbortController[] = []

beforeAll(async () => {
  doors = await openDoors()
})
afterAll(() => doors.close())
beforeEach(async () => {
  // Each person of these tests asks for tokens from one address.
  await inWorker(({ db }) => db.execute('delete from rate_windows'))
  caller = await newCaller()
  home = await mkdtemp(join(tmpdir(), 'cli-'))
})
afterEach(async () => {
  for (const one of ending.splice(0)) one.abort()
  await rm(home, { recursive: true, force: true })
})

/** Starts the CLI as a person in a folder of their own; `key` is what they type. */
function start(args: string[], { env = {}, key = caller.apiKey, lines = [] as object[] } = {}) {
  const out: string[] = []
  const notes: string[] = []
  const stop = new AbortController()
  ending.push(stop)
  const code = runCli({
    args,
    env,
    home,
    print: (line) => out.push(line),
    note: (line) => notes.push(line),
    readLines: async function* () {
      for (const line of lines) yield JSON.stringify(line)
    },
    readSecret: async () => `${key}\n`,
    signal: stop.signal,
    fetch,
  })
  return { code, out, notes, stop: () => stop.abort() }
}

async function finish(args: string[], options?: Parameters<typeof start>[1]) {
  const { code, out, notes } = start(args, options)
  return { code: await code, out: out.join('\n'), notes: notes.join('\n') }
}
const login = () => finish(['login', '--base-url', doors.baseUrl])
const config = () => join(home, '.config/slipway/config.json')

/** A receiver on this machine, which answers `status`. */
async function openReceiver(port = 0) {
  const visits: { headers: IncomingHttpHeaders; body: string }[] = []
  const answer = { status: 200 }
  const server: Server = createServer(async (incoming, outgoing) => {
    visits.push({ headers: incoming.headers, body: await text(incoming) })
    outgoing.writeHead(answer.status).end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { visits, answer, close, port: (server.address() as AddressInfo).port }
}

const publish = (n: number) =>
  inWorker(({ db }) => {
    const { businessId, projectId } = caller.tenant
    const body = () => JSON.stringify({ type: 'payment.settled', timestamp: '2026-11-21T11:05:44.862Z', data: { n } })
    const event = { businessId, projectId, kind: 'payment.settled', source: 'payment', sourceId: newId() } as const
    return publishEvents(db, [{ ...event, body, orderKey: null }], new Date())
  })

describe('the key', () => {
  test('is kept in a file that only its owner reads, and appears nowhere else', async () => {
    const { code, out, notes } = await login()
    expect([code, out]).toEqual([0, ''])
    expect(notes).toContain(`Signed in to project ${caller.tenant.projectId}`)
    expect(notes).toContain('live key')
    expect(notes).not.toContain(caller.apiKey)
    expect([(await stat(config())).mode & 0o777, (await stat(join(home, '.config/slipway'))).mode & 0o777]).toEqual([
      0o600, 0o700,
    ])
    expect(JSON.parse(await readFile(config(), 'utf8'))).toMatchObject({ apiKey: caller.apiKey })
  })

  test('is refused in a file that others can read, and where the API does not take it', async () => {
    await login()
    await chmod(config(), 0o644)
    expect(await finish(['wallets'])).toMatchObject({ code: 2, notes: expect.stringContaining('chmod 600') })
    await chmod(config(), 0o600)
    const wrong = await finish(['login'], { key: `${caller.apiKey.slice(0, -4)}aaaa` })
    expect(wrong).toMatchObject({ code: 1, notes: expect.stringContaining('invalid_client') })
    expect(JSON.parse(await readFile(config(), 'utf8'))).toMatchObject({ apiKey: caller.apiKey })
    expect(await finish(['login'], { key: 'nonsense' })).toMatchObject({ code: 2 })
  })

  test('of the environment goes before the file and is not written', async () => {
    const env = { SLIPWAY_API_KEY: caller.apiKey, SLIPWAY_BASE_URL: doors.baseUrl }
    expect(await finish(['wallets'], { env })).toMatchObject({ code: 0, out: 'None' })
    const secrets = [
      await finish(['listen', '--print-secret'], { env }),
      await finish(['listen', '--print-secret'], { env }),
    ]
    expect(secrets[0]?.out).toMatch(/^whsec_/)
    expect(secrets[1]).toEqual(secrets[0])
    await expect(stat(config())).rejects.toThrow()
    expect(await finish(['wallets'])).toMatchObject({ code: 2, notes: expect.stringContaining('slipway login') })
  })

  test('is forgotten', async () => {
    await login()
    await finish(['logout'])
    expect(await finish(['wallets'])).toMatchObject({ code: 2 })
  })
})

test('wallets are made and listed, as a table or as JSON, and any operation can be called', async () => {
  await login()
  expect((await finish(['wallets', 'create', '--chain-type', 'evm', '--count', '2'])).code).toBe(0)
  const table = await finish(['wallets'])
  expect(table.out.split('\n')).toEqual([
    expect.stringMatching(/^addressIndex +chainType +address/),
    expect.any(String),
    expect.any(String),
  ])
  const rows: { address: string }[] = JSON.parse((await finish(['wallets', '--json'])).out)
  expect(rows.map(({ address }) => table.out.includes(address))).toEqual([true, true])
  expect(JSON.parse((await finish(['call', 'countWallets', '{"chainType":"EVM"}'])).out)).toEqual({ count: 2 })
  // One token served all of them.
  const kept: unknown = JSON.parse(await readFile(join(home, '.config/slipway/token.json'), 'utf8'))
  expect(kept).toMatchObject({ accessToken: expect.any(String) })
  expect((await stat(join(home, '.config/slipway/token.json'))).mode & 0o777).toBe(0o600)
})

test('a refusal shows its cause, the request id and the key to go on with', async () => {
  await login()
  const to = '0x00000000000000000000000000000000000000AA'
  const send = ['send', '--from', '0', '--to', to, '--amount', '1', '--chain-id', '84532']
  expect(await finish([...send, '--idempotency-key', 'payout-7'])).toMatchObject({
    code: 1,
    notes: expect.stringMatching(/chain_unavailable.*\nRequest id: [0-9a-f-]{36}\n.*--idempotency-key payout-7$/),
  })
  expect(await finish(['tx', newId()])).toMatchObject({
    code: 1,
    notes: expect.stringContaining('transaction_not_found'),
  })
  expect(await finish(['logs'])).toMatchObject({ code: 0, out: 'None' })
})

test('logs shows all transactions of the time that --since names, and the latest 20 without it', async () => {
  await login()
  const owner = { ...caller.tenant, secret: Buffer.alloc(0) }
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const old = await createTransactionRow(owner, { createdAt: minutesAgo(11) })
  const { id: _id, ...same } = old
  const recent = Array.from({ length: 120 }, (_, at) => ({ ...same, createdAt: minutesAgo(9 - at / 60) }))
  await inWorker(({ db }) => db.insert(transactions).values(recent))
  const timesOf = async (...args: string[]) => {
    const rows: { createdAt: string }[] = JSON.parse((await finish(['logs', ...args, '--json'])).out)
    return rows.map(({ createdAt }) => createdAt)
  }
  const times = recent.map(({ createdAt }) => createdAt.toISOString())
  expect(await timesOf('--since', '10m')).toEqual(times)
  expect(await timesOf('--since', '1d')).toEqual([old.createdAt.toISOString(), ...times])
  expect(await timesOf('--since', '10m', '--limit', '2')).toEqual(times.slice(-2))
  expect(await timesOf()).toEqual(times.slice(-20))
  expect(await timesOf('--since', '30s')).toEqual([])
})

test.each([
  [['nothing']],
  [['logs', '--since', '10']],
  [['logs', '--since', '10 minutes']],
  [['logs', '--since', 'yesterday']],
  [['tx']],
  [['tx', 'a', 'b']],
  [['send', '--from', '0']],
  [['wallets', '--nonsense']],
  [['wallets', 'destroy']],
  [['call', 'constructor']],
  [['call', 'getBalance', '{']],
  [['listen', '--forward-to', 'https://example.com/hook']],
  [['listen', '--forward-to', 'http://127.0.0.1.example.com']],
  [['completions', 'cmd']],
])('what is not understood ends with 2: %j', async (args) => {
  await login()
  expect((await finish(args)).code).toBe(2)
})

describe('listen', () => {
  test('forwards exactly what a webhook has, signed in both ways, and goes on where its receiver answered last', async () => {
    await login()
    const receiver = await openReceiver()
    const { out: secret } = await finish(['listen', '--print-secret'])
    const args = ['listen', '--forward-to', `127.0.0.1:${receiver.port}/hook`, '--json']
    const first = start(args)
    await expect.poll(() => first.out.join()).toContain('"ready"')
    await publish(1)
    await expect.poll(() => receiver.visits.length).toBe(1)
    const { headers, body } = receiver.visits[0] ?? { headers: {}, body: '' }
    expect(body).toBe('{"type":"payment.settled","timestamp":"2026-11-21T11:05:44.862Z","data":{"n":1}}')
    expect(await verifyWebhook({ body, headers, secret })).toMatchObject({ data: { n: 1 } })
    expect(await verifyIndexerWebhook({ body, headers, secret })).toMatchObject({ data: { n: 1 } })

    // It answers nothing for a while: the event is sent again until it does.
    await receiver.close()
    await publish(2)
    await expect.poll(() => first.out.join()).toContain('"unanswered"')
    first.stop()
    expect(await first.code).toBe(0)
    await publish(3)
    const again = await openReceiver(receiver.port)
    again.answer.status = 500
    const second = start(args)
    await expect.poll(() => again.visits.length).toBe(2)
    await expect.poll(() => second.out.filter((line) => line.includes('"forwarded"')).length).toBe(2)
    expect(again.visits.map((visit) => JSON.parse(visit.body).data.n)).toEqual([2, 3])
    expect(second.out.join()).toContain('"status":500')
    second.stop()
    await second.code
    await again.close()
  })

  test('shows events, and logs --follow does', async () => {
    await login()
    for (const args of [['listen'], ['logs', '--follow', '--types', 'payment.*']]) {
      const shown = start(args)
      await expect.poll(() => shown.out.join()).toContain('Ready')
      await publish(1)
      await expect.poll(() => shown.out.at(-1)).toMatch(/^2026-11-21T11:05:44.862Z {2}payment.settled {2}\d+-/)
      shown.stop()
      expect(await shown.code).toBe(0)
    }
  })
})

test('trigger sends an example that says so', async () => {
  await login()
  const receiver = await openReceiver()
  const to = ['--forward-to', `localhost:${receiver.port}`]
  const { out: secret } = await finish(['listen', '--print-secret'])
  expect(await finish(['trigger', 'transfer.completed', ...to])).toMatchObject({
    code: 0,
    out: expect.stringContaining('-> 200'),
  })
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.visits
  const event = await verifyWebhook({ body, headers, secret })
  expect(event).toMatchObject({ type: 'wallet.transfer.completed', test: true, data: { amount: expect.any(String) } })
  expect((await finish(['trigger', '--list'])).out).toContain('payment.settled')
  expect(await finish(['trigger', 'nothing', ...to])).toMatchObject({ code: 2 })
  await receiver.close()
  expect(await finish(['trigger', 'payment.settled', ...to])).toMatchObject({
    code: 1,
    notes: expect.stringContaining('does not answer'),
  })
})

describe('mcp', () => {
  const call = (id: number, name: string, input = {}) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: input },
  })
  const serve = async (args: string[], lines: object[]) => {
    const { code, out, notes } = await finish(['mcp', ...args], { lines })
    const replies = new Map(
      out
        .split('\n')
        .filter(Boolean)
        .map((line) => [JSON.parse(line).id, JSON.parse(line)]),
    )
    return {
      code,
      notes,
      resultOf: (id: number) => replies.get(id)?.result,
      errorOf: (id: number) => replies.get(id)?.error,
    }
  }
  const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const FORBIDDEN = [
    'createToken',
    'rotateKeys',
    'rotateIndexerSecret',
    'rotateWebhookEndpointSecret',
    'allowIpAddress',
    'listAllowedIpAddresses',
    'removeAllowedIpAddress',
    'blockAddresses',
    'unblockAddress',
    'registerWallets',
    'removeWallet',
    'removeWallets',
    'signMessage',
    'createWebhookEndpoint',
    'updateWebhookEndpoint',
    'deleteWebhookEndpoint',
    'createIndexerSubscription',
    'updateIndexerSubscription',
    'deleteIndexerSubscription',
    'receiveProviderWebhook',
    'streamEvents',
  ]

  test('offers reads alone, and no write that was not allowed is made', async () => {
    await login()
    const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} }
    const reported = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const write = call(3, 'createWallets', { chainType: 'EVM' })
    const served = await serve(
      [],
      [hello, reported, LIST, call(2, 'countWallets'), write, call(4, 'getTransaction', { id: 'x' })],
    )
    expect(served.resultOf(0)).toMatchObject({ protocolVersion: expect.any(String), serverInfo: { name: 'slipway' } })
    const tools: { name: string; annotations: { readOnlyHint: boolean } }[] = served.resultOf(1).tools
    expect(tools.length).toBeGreaterThan(20)
    expect(tools.every(({ annotations }) => annotations.readOnlyHint)).toBe(true)
    expect(served.resultOf(2).content[0].text).toContain('{"count":0}')
    expect(served.errorOf(3)).toMatchObject({ message: 'No such tool' })
    expect(served.resultOf(4)).toMatchObject({ isError: true })
    expect(JSON.parse((await finish(['call', 'countWallets'])).out)).toEqual({ count: 0 })
  })

  test('writes need two words with a live key, and keys, secrets and the allowlist are never offered', async () => {
    await login()
    expect(await serve(['--allow-writes'], [])).toMatchObject({ code: 2, notes: expect.stringContaining('--live') })
    const served = await serve(['--allow-writes', '--live'], [LIST, call(2, 'createWallets', { chainType: 'EVM' })])
    const names: string[] = served.resultOf(1).tools.map(({ name }: { name: string }) => name)
    expect(names).toContain('createTransfer')
    expect(names.filter((name) => FORBIDDEN.includes(name))).toEqual([])
    const offered = [
      'signTransaction',
      'createSweepRule',
      'subscribe',
      'mintToken',
      'quotePayment',
      'listPlansOfProduct',
    ]
    expect(offered.filter((name) => !names.includes(name))).toEqual([])
    expect(served.resultOf(2).content[0].text).toContain('"address"')
    const named = await serve(['--tools', 'countWallets'], [LIST])
    expect(named.resultOf(1).tools).toHaveLength(1)
    expect(await serve(['--tools', 'countWallets,createWallets'], [LIST])).toMatchObject({ code: 2 })
  })
})

test('a model is offered no operation whose area or verb nobody has allowed', () => {
  const named = (path: string, operationId: string, scope: string, method = 'post') => ({
    [path]: { [method]: { operationId, security: [{ bearer: [] }, { oauth: [scope] }] } },
  })
  const document = {
    paths: {
      ...named('/a', 'createTransfer', 'wallet:write'),
      ...named('/b', 'signTypedData', 'wallet:write'),
      ...named('/c', 'grantAllowance', 'wallet:write'),
      ...named('/d', 'createWalletKey', 'wallet:write'),
      ...named('/e', 'updatePolicy', 'wallet:write'),
      ...named('/f', 'createTeam', 'projects:write'),
      ...named('/g', 'createFeed', 'new:write'),
      ...named('/h', 'readFeed', 'new:read'),
      ...named('/i', 'listFeeds', 'new:write', 'get'),
      '/j': { post: { operationId: 'createAnything', security: [] } },
    },
  }
  const tools = toTools({ document, areWritesAllowed: true, only: null })
  expect(tools.map(({ name }) => name)).toEqual(['createTransfer', 'readFeed'])
})

test('the document is printed', async () => {
  await login()
  expect(JSON.parse((await finish(['openapi'])).out)).toMatchObject({ openapi: '3.1.0' })
})

test('help and completions know every command', async () => {
  const help = await finish(['--help'])
  const bash = await finish(['completions', 'bash'])
  const fish = await finish(['completions', 'fish'])
  for (const { name, options } of COMMANDS) {
    expect(help.out).toMatch(new RegExp(`^  ${name} `, 'm'))
    expect(bash.out).toContain(`${name})`)
    expect(fish.out).toContain(`-a ${name} `)
    const own = await finish(['help', name])
    for (const option of Object.keys(options)) expect(own.out).toContain(`--${option}`)
  }
  await run('bash', ['-n', '-c', bash.out])
})

test('text of others cannot move the cursor of a table', () => {
  expect(toTable([{ a: { b: '\u001b[2J' }, c: null }], ['a.b', 'c'])).toBe('a.b   c\n?[2J  -')
})

test('the package as it is published runs with node alone', async () => {
  await run('npm', ['pack', '--pack-destination', home, '--loglevel', 'error'], { cwd: import.meta.dirname })
  await run('tar', ['xzf', join(home, 'slipway-cli-1.0.0.tgz'), '-C', home])
  const { stdout } = await run(join(home, 'package/dist/main.js'), ['--version'], { cwd: home })
  expect(stdout).toBe('1.0.0\n')
  const { stdout: files } = await run('tar', ['tzf', join(home, 'slipway-cli-1.0.0.tgz')])
  expect(files.trim().split('\n').sort()).toEqual(
    ['LICENSE', 'README.md', 'dist/main.js', 'package.json'].map((file) => `package/${file}`),
  )
})
