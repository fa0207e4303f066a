import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { resetProcessState } from '@/db/once-per-process'
import { roleName, roleUrl } from '@/db/role-url'
import { run, startTestingCluster, type TestingCluster } from '@/db/testing-cluster'
import { TEST_SECRET } from '@/db/testing-database'
import { runMigrateCommand } from '@/deploy/run-migrate-command'
import { bundleProgram } from '@/dev/bundle-programs'
import { KEY_ARN, startFakeKms } from '@/server/custody/testing/fake-kms'
import { endPools } from '@/server/database/pools'
import { testEnvironment } from '@/server/testing/test-database'

let cluster: TestingCluster
let program: string
const newKek = () => `local:${randomBytes(32).toString('base64')}`
const newSecret = () => randomBytes(32).toString('base64')

beforeAll(async () => {
  ;[cluster, program] = await Promise.all([startTestingCluster(), bundleProgram('deploy/migrate-main.ts')])
})
afterAll(() => cluster.stop())

type Variables = Record<string, string>

/** As `startProgram` does, without the CPU that the start of a process takes. */
async function migrate(url: string, variables: Variables, args: string[] = []) {
  resetProcessState()
  for (const [name, value] of Object.entries({ ...testEnvironment(url), ...variables })) vi.stubEnv(name, value)
  const [said, errors]: [string[], string[]] = [[], []]
  const output = { log: (line: string) => void said.push(line), error: (line: string) => void errors.push(line) }
  try {
    const code = await runMigrateCommand(args, output)
    return { code, said: toText(said), errors: toText(errors) }
  } finally {
    await endPools(2)
    vi.unstubAllEnvs()
  }
}

const toText = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

/** The program of a deployment, as a process. */
async function startProgram(url: string, variables: Variables, args: string[] = []) {
  const env = { ...process.env, ...testEnvironment(url), ...variables }
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, said, errors }
}

const canaries = async (url: string) =>
  (await run(url, 'select key_id from key_canaries order by key_id')).map((row) => row.key_id)

it('takes the database through a first start, a mistyped key and a rotation', async () => {
  const url = await cluster.newDatabase('keys')
  const [first, second] = [newKek(), newKek()]
  const begun = await startProgram(url, { CUSTODY_KEK: first })
  expect(begun).toMatchObject({ code: 0, errors: '', said: expect.stringMatching(/^The database is ready\./) })
  const before = await canaries(url)
  expect(before).toEqual(['SLIPWAY_SECRET', expect.stringMatching(/^local:/)])
  expect(await startProgram(url, { CUSTODY_KEK: second })).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^CUSTODY_KEK lacks the key local:/),
  })
  expect(await migrate(url, { CUSTODY_KEK: `${first},${second}` })).toMatchObject({ code: 0, errors: '' })
  const rotated = await migrate(url, { CUSTODY_KEK: `${second},${first}` }, ['--rewrap'])
  expect(rotated).toMatchObject({ code: 0, said: expect.stringMatching(/Seeds wrapped anew: [1-9]\d*; refused: none/) })
  expect(await canaries(url)).toHaveLength(3)
  expect(await migrate(url, { CUSTODY_KEK: second })).toMatchObject({ code: 0 })
  expect(await migrate(url, { CUSTODY_KEK: first })).toMatchObject({ code: 1 })
})

it.each(['--restored', '--restore-seeds'])(
  'puts the seed of the platform back and begins a recovery (%s)',
  async (how) => {
    const folder = await mkdtemp(join(tmpdir(), 'seed-copies-'))
    const variables = { CUSTODY_KEK: newKek(), SEED_COPY_DIR: folder }
    const walletsIn = (said: string) => /gas wallet on EVM chains (\w+), fee payer on Solana (\w+)/.exec(said)?.slice(1)
    const first = await migrate(await cluster.newDatabaseWithTables(`copied_${how.length}`), variables)
    expect(walletsIn(first.said)).toHaveLength(2)
    const url = await cluster.newDatabaseWithTables(`restored_${how.length}`)
    await run(url, "insert into database_marks (id, mark, noted_at) values (1, 'another Postgres', now())")
    const second = await migrate(url, variables, [how])
    expect(second).toMatchObject({ code: 0, said: expect.stringContaining('Seeds put back: 1 (') })
    expect(walletsIn(second.said)).toEqual(walletsIn(first.said))
    expect(await run(url, 'select cause from recoveries where left_at is null')).toEqual([{ cause: 'restored' }])
    // Processes that start do not begin a declared recovery again.
    const marks = await run(url, "select 1 from database_marks where mark = 'another Postgres'")
    expect(marks).toHaveLength(how === '--restored' ? 0 : 1)
    await rm(folder, { recursive: true })
  },
)

it('replaces SLIPWAY_SECRET only where that is said', async () => {
  const url = await cluster.newDatabaseWithTables('secrets')
  const secret = newSecret()
  expect(await migrate(url, {})).toMatchObject({ code: 0 })
  expect(await migrate(url, { SLIPWAY_SECRET: secret })).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^SLIPWAY_SECRET is not the one this database was made with: nothing was migrated/),
  })
  expect(await migrate(url, {})).toMatchObject({ code: 0 })
  expect(await migrate(url, { SLIPWAY_SECRET: secret }, ['--new-secret'])).toMatchObject({ code: 0 })
  expect(await migrate(url, { SLIPWAY_SECRET: secret })).toMatchObject({ code: 0 })
  expect(await migrate(url, {})).toMatchObject({ code: 1 })
})

it('takes SLIPWAY_SECRET through a rotation, in its order alone', async () => {
  const url = await cluster.newDatabaseWithTables('rotated')
  const [former, next] = [newSecret(), newSecret()]
  const under = (...secrets: string[]) => migrate(url, { SLIPWAY_SECRET: secrets.join(',') })
  expect(await under(former)).toMatchObject({ code: 0 })
  expect(await under(next, former)).toMatchObject({ code: 1, errors: expect.stringContaining('name the former one') })
  expect(await under(former, next)).toMatchObject({ code: 0 })
  const swapped = await under(next, former)
  expect(swapped).toMatchObject({ code: 0, said: expect.stringContaining('than the first: 0\n') })
  expect(await under(next)).toMatchObject({ code: 0 })
  expect(await under(former)).toMatchObject({ code: 1, errors: expect.stringContaining('is not the one') })
  const gas = /gas wallet on EVM chains (\w+)/
  expect(gas.exec((await under(next)).said)?.[1]).toBe(gas.exec(swapped.said)?.[1])
})

it('makes the first seed with a key service, and nothing where that does not answer', async () => {
  const url = await cluster.newDatabaseWithTables('service')
  const kms = await startFakeKms('AccessDeniedException')
  const variables = { CUSTODY_KEK: `aws-kms:${KEY_ARN}`, ...kms.environment }
  expect(await migrate(url, variables)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^The key service refuses the key aws-kms:\S+ of CUSTODY_KEK/m),
  })
  expect(await run(url, 'select count(*)::int as count from wallet_seeds')).toEqual([{ count: 0 }])
  kms.become('works')
  expect(await migrate(url, variables)).toMatchObject({ code: 0 })
  expect(await run(url, 'select distinct kek_id from wallet_seeds')).toEqual([{ kek_id: `aws-kms:${KEY_ARN}` }])
  await kms.close()
})

it('does nothing where the operator has no address', async () => {
  const url = await cluster.newDatabase('nobody')
  expect(await migrate(url, { CUSTODY_KEK: newKek() }, ['--operator', 'you'])).toEqual({
    code: 1,
    said: '',
    errors: '--operator requires an email address: nothing was done\n',
  })
  expect(await run(url, "select 1 from pg_class where relnamespace = 'public'::regnamespace")).toEqual([])
})

it('makes the roles alone where a dump is restored next', async () => {
  const url = await cluster.newDatabase('roles')
  const made = await migrate(url, { CUSTODY_KEK: newKek() }, ['--roles'])
  expect(made).toMatchObject({
    code: 0,
    errors: '',
    said: 'The roles are there. Restore the dump into this database now\n',
  })
  expect(await run(url, "select 1 from pg_class where relnamespace = 'public'::regnamespace")).toEqual([])
  const roles = await run(url, 'select rolname from pg_roles')
  expect(roles.map(({ rolname }) => rolname)).toContain(roleName(url, 'slipway_worker'))
})

it('hands the seeds over to a signer, and back', async () => {
  const url = await cluster.newDatabaseWithTables('signer')
  const [custody, seeds] = [newKek(), newKek()]
  const ofSigner = { CUSTODY_KEK: custody, SIGNER_SECRET: newSecret() }
  const gas = /gas wallet on EVM chains (\w+)/
  const reads = () => run(roleUrl(url, 'slipway_worker', TEST_SECRET), 'select distinct kek_id from wallet_seeds')
  const first = await migrate(url, { CUSTODY_KEK: custody })
  const over = await migrate(url, { ...ofSigner, SEED_KEK: `${seeds},${custody}` }, ['--rewrap'])
  expect(over).toMatchObject({
    code: 0,
    errors: '',
    said: expect.stringMatching(/Seeds wrapped anew: [1-9]\d*; refused: none/),
  })
  expect(gas.exec(over.said)?.[1]).toBe(gas.exec(first.said)?.[1])
  await expect(reads()).rejects.toThrow('permission denied')
  expect(await migrate(url, { ...ofSigner, SEED_KEK: seeds })).toMatchObject({ code: 0, errors: '' })
  expect(await migrate(url, { ...ofSigner, SEED_KEK: custody })).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^SEED_KEK lacks the key local:/),
  })
  const asApp = { CUSTODY_KEK: custody, SIGNER_SOCKET: '/run/s', DATABASE_URL: url.replace(/:[^:@]*@/, '@') }
  expect(await migrate(url, asApp)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^SIGNER_SECRET is missing/),
  })
  await expect(reads()).rejects.toThrow('permission denied')
  const back = await migrate(url, { CUSTODY_KEK: `${custody},${seeds}` }, ['--rewrap'])
  expect(back).toMatchObject({
    code: 0,
    errors: '',
    said: expect.stringMatching(/Seeds wrapped anew: [1-9]\d*; refused: none/),
  })
  expect(await reads()).toHaveLength(1)
})
