import { execFile } from 'node:child_process'
import { chmod, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { transactions } from '@/db/schema'
import { inWorker } from '@/server/ctx'
import { createTransactionRow } from '@/server/testing/messages'
import { openCli } from './cli.test-data'
import { COMMANDS } from './src/commands'
import { toTable } from './src/to-table'

const run = promisify(execFile)

const { finish, login, caller, home, baseUrl } = openCli()
const config = () => join(home(), '.config/slipway/config.json')

describe('the key', () => {
  test('is kept in a file that only its owner reads, and appears nowhere else', async () => {
    const { code, out, notes } = await login()
    expect([code, out]).toEqual([0, ''])
    expect(notes).toContain(`Signed in to project ${caller().tenant.projectId}`)
    expect(notes).toContain('live key')
    expect(notes).not.toContain(caller().apiKey)
    expect([(await stat(config())).mode & 0o777, (await stat(join(home(), '.config/slipway'))).mode & 0o777]).toEqual([
      0o600, 0o700,
    ])
    expect(JSON.parse(await readFile(config(), 'utf8'))).toMatchObject({ apiKey: caller().apiKey })
  })

  test('is refused in a file that others can read, and where the API does not take it', async () => {
    await login()
    await chmod(config(), 0o644)
    expect(await finish(['wallets'])).toMatchObject({ code: 2, notes: expect.stringContaining('chmod 600') })
    await chmod(config(), 0o600)
    const wrong = await finish(['login'], { key: `${caller().apiKey.slice(0, -4)}aaaa` })
    expect(wrong).toMatchObject({ code: 1, notes: expect.stringContaining('invalid_client') })
    expect(JSON.parse(await readFile(config(), 'utf8'))).toMatchObject({ apiKey: caller().apiKey })
    expect(await finish(['login'], { key: 'nonsense' })).toMatchObject({ code: 2 })
  })

  test('of the environment goes before the file and is not written', async () => {
    const env = { SLIPWAY_API_KEY: caller().apiKey, SLIPWAY_BASE_URL: baseUrl() }
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
  const kept: unknown = JSON.parse(await readFile(join(home(), '.config/slipway/token.json'), 'utf8'))
  expect(kept).toMatchObject({ accessToken: expect.any(String) })
  expect((await stat(join(home(), '.config/slipway/token.json'))).mode & 0o777).toBe(0o600)
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

test('wallets are listed by their purpose, and --count is not taken by the list', async () => {
  await login()
  for (const purpose of ['TREASURY', 'CUSTOMERS'])
    await finish(['wallets', 'create', '--chain-type', 'evm', '--purpose', purpose])
  const listed: { purpose: string }[] = JSON.parse((await finish(['wallets', '--json', '--purpose', 'CUSTOMERS'])).out)
  expect(listed.map(({ purpose }) => purpose)).toEqual(['CUSTOMERS'])
  expect(await finish(['wallets', '--count', '2'])).toMatchObject({ code: 2 })
})

test('wallets and logs are filtered by metadata', async () => {
  await login()
  const make = (...metadata: string[]) =>
    finish(['wallets', 'create', '--chain-type', 'evm', ...metadata.flatMap((pair) => ['--metadata', pair])])
  for (const pairs of [['customer=c-77', 'order=a=b, c'], ['customer=c-77'], []])
    expect(await make(...pairs)).toMatchObject({ code: 0 })
  const indexesOf = async (...args: string[]) => {
    const rows: { addressIndex: number }[] = JSON.parse((await finish(['wallets', '--json', ...args])).out)
    return rows.map(({ addressIndex }) => addressIndex).sort()
  }
  expect(await indexesOf()).toEqual([0, 1, 2])
  expect(await indexesOf('--metadata', 'customer=c-77')).toEqual([0, 1])
  expect(await indexesOf('--metadata', 'customer=c-77', '--metadata', 'order=a=b, c')).toEqual([0])
  expect(await indexesOf('--metadata', 'customer=C-77')).toEqual([])

  const owner = { ...caller().tenant, secret: Buffer.alloc(0) }
  const tagged = await createTransactionRow(owner, { metadata: { order: '5' } })
  await createTransactionRow(owner)
  const idsOf = async (...args: string[]) => {
    const rows: { id: string }[] = JSON.parse((await finish(['logs', '--json', '--metadata', ...args])).out)
    return rows.map(({ id }) => id)
  }
  for (const more of [[], ['--since', '1h'], ['--since', '1h', '--limit', '5']])
    expect(await idsOf('order=5', ...more)).toEqual([tagged.id])
  expect(await idsOf('order=6')).toEqual([])
  const four = ['a=1', 'b=1', 'c=1', 'd=1'].flatMap((pair) => ['--metadata', pair])
  expect(await finish(['logs', ...four])).toMatchObject({ code: 1, notes: expect.stringContaining('at most 3 keys') })
})

test('logs shows all transactions of the time that --since names, and the latest 20 without it', async () => {
  await login()
  const owner = { ...caller().tenant, secret: Buffer.alloc(0) }
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
  [['logs', '--metadata', 'customer']],
  [['logs', '--metadata', '=c-77']],
  [['wallets', '--metadata', 'customer=']],
  [['wallets', '--metadata', 'a=1', '--metadata', 'a=2']],
  [['logs', '--follow', '--metadata', 'a=1']],
  [['tx']],
  [['tx', 'a', 'b']],
  [['send', '--from', '0']],
  [['wallets', '--nonsense']],
  [['wallets', 'destroy']],
  [['call', 'constructor']],
  [['call', 'getBalance', '{']],
  [['listen', '--forward-to', 'https://example.com/hook']],
  [['listen', '--forward-to', 'http://127.0.0.1.example.com']],
  [['listen', '--since', '']],
  [['listen', '--since', '10']],
  [['listen', '--since', '-10m']],
  [['listen', '--since', '1.5h']],
  [['listen', '--since', '2026-11-27']],
  [['listen', '--since', '8d']],
  [['listen', '--since', '10080m1s']],
  [['listen', '--since', newId()]],
  [['listen', '--since', `1-${newId()}, 2-${newId()}`]],
  [['listen', '--since', '10m', '--from-start']],
  [['completions', 'cmd']],
])('what is not understood ends with 2: %j', async (args) => {
  await login()
  expect((await finish(args)).code).toBe(2)
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
  await run('npm', ['pack', '--pack-destination', home(), '--loglevel', 'error'], { cwd: import.meta.dirname })
  await run('tar', ['xzf', join(home(), 'slipway-cli-1.0.0.tgz'), '-C', home()])
  const { stdout } = await run(join(home(), 'package/dist/main.js'), ['--version'], { cwd: home() })
  expect(stdout).toBe('1.0.0\n')
  const { stdout: files } = await run('tar', ['tzf', join(home(), 'slipway-cli-1.0.0.tgz')])
  expect(files.trim().split('\n').sort()).toEqual(
    ['LICENSE', 'README.md', 'dist/main.js', 'package.json'].map((file) => `package/${file}`),
  )
})
