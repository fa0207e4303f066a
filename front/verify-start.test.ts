import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { keyCanaries } from '@/db/schema/wallets'
import { run } from '@/db/testing-cluster'
import { bundleProgram } from '@/dev/bundle-programs'
import { findFreePort } from '@/dev/free-port'
import { runWatchers } from '@/server/alarms/run-watchers'
import { workerCtx } from '@/server/ctx'
import { type FakeKms, KEY_ARN, startFakeKms } from '@/server/custody/testing/fake-kms'
import { keyWatcher } from '@/server/installation/key-watcher'
import { keysState } from '@/server/installation/keys-state'
import { alarmedOf } from '@/server/testing/open-alarms'
import { openDatabase } from '@/server/testing/open-database'
import { ownClock } from '@/server/testing/own-clock'
import { setVariables } from '@/server/testing/set-variables'
import { testEnvironment } from '@/server/testing/test-database'
import { verifyPeriodically, verifyStart } from './verify-start'

const migration = z.object({ id: z.coerce.number(), created_at: z.coerce.number() })
const database = openDatabase()
const clock = ownClock()
const running: ChildProcess[] = []
let program: string
let kms: FakeKms

beforeAll(async () => {
  program = await bundleProgram('front/server.ts')
})
beforeEach(async () => {
  await workerCtx().db.delete(keyCanaries)
  kms = await startFakeKms()
})
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  await kms.close()
  vi.unstubAllEnvs()
})

/** Starts a process of the product on the database of this suite. */
async function start(variables: Record<string, string> = {}) {
  const port = await findFreePort()
  const env = { ...process.env, ...testEnvironment(database.url), LOG_LEVEL: 'info', NODE_ENV: 'production' as const }
  const child = spawn(process.execPath, [program], { env: { ...env, ...variables, PORT: String(port) } })
  running.push(child)
  const output = text(child.stdout)
  const url = `http://127.0.0.1:${port}`
  return {
    /** The answer of /readyz about the keys; null before the process listens. */
    keys: async (): Promise<unknown> => {
      const answer = await fetch(`${url}/readyz`).catch(() => null)
      return answer && { status: answer.status, keys: (await answer.json()).checks.keys }
    },
    /** The end of the process: exit code and the text of its fatal line. */
    end: async () => {
      const [code] = await once(child, 'exit')
      const lines = (await output)
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
      // It must not have listened: clients take a process that listens for one that works.
      expect(lines.map(({ msg }) => msg)).not.toContain('listening')
      return { code, said: lines.find(({ level }) => level === 60)?.msg }
    },
    warnings: async () => {
      child.kill('SIGTERM')
      return output
    },
  }
}

const other = () => `local:${randomBytes(32).toString('base64')}`
// Nobody takes its jobs here, so readiness as a whole stays 503.
const saidOf = (keys: string) => ({ status: 503, keys })
const SLOW = { timeout: 60_000, interval: 100 }

it('starts with its keys, and a second one with a mistyped key ends before it listens', async () => {
  const first = await start()
  await vi.waitFor(async () => expect(await first.keys()).toEqual(saidOf('ok')), SLOW)
  expect(await (await start({ CUSTODY_KEK: other() })).end()).toEqual({
    code: 78,
    said: expect.stringMatching(/^CUSTODY_KEK lacks the key local:[0-9a-f]{16}, which sealed/),
  })
  const said = await (await start({ SLIPWAY_SECRET: randomBytes(32).toString('base64') })).end()
  expect(said).toEqual({ code: 78, said: expect.stringMatching(/SLIPWAY_SECRET/) })
  expect(await first.keys()).toEqual(saidOf('ok'))
})

it('starts beside a silent key service, is not ready, and is once it answers', async () => {
  kms.become('ThrottlingException')
  const app = await start({ CUSTODY_KEK: `aws-kms:${KEY_ARN}`, ...kms.environment })
  await vi.waitFor(async () => expect(await app.keys()).toEqual(saidOf('key_service_silent')), SLOW)
  expect(await alarmedOf('key_service_silent')).toEqual([`aws-kms:${KEY_ARN}`])
  kms.become('works')
  await vi.waitFor(async () => expect(await app.keys()).toEqual(saidOf('ok')), SLOW)
})

it('ends where the key service refuses the key', async () => {
  kms.become('AccessDeniedException')
  const app = await start({ CUSTODY_KEK: `aws-kms:${KEY_ARN}`, ...kms.environment })
  expect(await app.end()).toEqual({
    code: 78,
    said: `The key service refuses the key aws-kms:${KEY_ARN} of CUSTODY_KEK until its set-up changes (AccessDeniedException)`,
  })
})

/** Runs `work` while the newest migration of the database is of another moment. */
async function whileNewestIs(moment: number, work: () => Promise<void>): Promise<void> {
  const newest = 'from drizzle.__drizzle_migrations order by created_at desc limit 1'
  const [row] = z.array(migration).parse(await run(database.url, `select id, created_at ${newest}`))
  if (!row) throw new Error('the database has no migrations')
  const set = (at: number) =>
    run(database.url, `update drizzle.__drizzle_migrations set created_at = ${at} where id = ${row.id}`)
  await set(moment)
  await work().finally(() => set(row.created_at))
}

it('ends on a database that was not migrated, and says which migrations are missing', async () => {
  await whileNewestIs(0, async () => {
    expect(await (await start()).end()).toEqual({
      code: 78,
      said: expect.stringMatching(/^The database lacks 1 migration of this version, from \d{4}_\w+ on: run node/),
    })
  })
})

it('starts on a newer database, and says so', async () => {
  await whileNewestIs(Date.UTC(2100, 0, 1), async () => {
    const app = await start()
    await vi.waitFor(async () => expect(await app.keys()).toEqual(saidOf('ok')), SLOW)
    expect(await app.warnings()).toContain('it was migrated by one of 2100-01-01 or later')
  })
})

it('goes on with a key that stops working, not ready and with an alarm, until it works again', async () => {
  for (const [name, value] of Object.entries(kms.environment)) vi.stubEnv(name, value)
  setVariables({ CUSTODY_KEK: `aws-kms:${KEY_ARN}` })
  const ending = new AbortController()
  await verifyStart()
  expect(keysState()).toEqual({ state: 'ok', wasRight: true })
  const proving = verifyPeriodically(ending.signal, { everyMs: 5, retryMs: 5 })
  for (const [type, fault] of [
    ['DisabledException', 'key_unusable'],
    ['IncorrectKeyException', 'wrong_key'],
  ] as const) {
    kms.become(type)
    await vi.waitFor(async () => expect(await alarmedOf(fault)).toEqual([`aws-kms:${KEY_ARN}`]), SLOW)
    expect(keysState().state).toBe(fault)
    kms.become('works')
    await vi.waitFor(() => expect(keysState().state).toBe('ok'), SLOW)
  }
  ending.abort()
  await proving
  await runWatchers(clock.ctx(), [keyWatcher])
  expect(await alarmedOf('wrong_key')).toHaveLength(1)
  clock.pass(120_000)
  await runWatchers(clock.ctx(), [keyWatcher])
  expect(await alarmedOf('wrong_key')).toEqual([])
})
