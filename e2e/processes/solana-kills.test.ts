import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleProgram } from '@/dev/bundle-programs'
import { workerCtx } from '@/server/ctx'
import type { FaultPoint } from '@/server/fault-point'
import { attemptsOf, rowOf, runEngine } from '@/server/testing/local-solana'
import { openSolanaWorld, type SolanaWorld, someone } from '@/server/testing/solana-world'

let world: SolanaWorld
let program: string
const faultFile = path.join(mkdtempSync(path.join(tmpdir(), 'slipway-faults-')), 'point')

beforeAll(async () => {
  world = await openSolanaWorld()
  program = await bundleProgram('e2e/processes/run-solana-once.ts')
})
afterAll(() => world.close())

/** Another process that runs the engine once. */
function spawnWorker(): ChildProcess {
  return spawn(process.execPath, [program], {
    env: { ...process.env, FAULT_FILE: faultFile },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function twentyTransfers() {
  const [wallet, recipient] = [await world.business.newWallet(), someone()]
  await world.solana.fundToken('cNGN', wallet, 20_000_000n)
  const ids = await Promise.all(
    Array.from({ length: 20 }, () => world.business.transfer(wallet, recipient, '1', { cNGN: true })),
  )
  return { wallet, recipient, ids }
}

async function expectOnce({ wallet, recipient, ids }: Awaited<ReturnType<typeof twentyTransfers>>): Promise<void> {
  const rows = await Promise.all(ids.map(rowOf))
  expect(rows.map(({ status }) => status)).toEqual(ids.map(() => 'COMPLETED'))
  expect(await world.solana.tokenBalance('cNGN', recipient)).toBe(20_000_000n)
  expect(await world.solana.tokenBalance('cNGN', wallet)).toBe(0n)
  // The chain holds no transaction of ours that the database does not know.
  const known = [...(await workerCtx().db.execute(sql`select tx_hash from transaction_attempts`))].map(
    (row) => row.tx_hash,
  )
  const ofPayer = [...world.solana.cluster.landed.values()].filter(
    ({ accounts }) => accounts[0] === world.solana.feePayer,
  )
  expect(ofPayer.filter(({ signature }) => !known.includes(signature))).toEqual([])
}

test.each(['solana-after-sign', 'solana-after-store', 'solana-after-send'] satisfies FaultPoint[])(
  'a worker killed at %s costs nobody anything',
  async (point) => {
    const made = await twentyTransfers()
    writeFileSync(faultFile, point)
    const [code, signal] = await once(spawnWorker(), 'exit')
    expect({ code, signal, isLeft: existsSync(faultFile) }).toEqual({ code: null, signal: 'SIGKILL', isLeft: false })
    await runEngine()
    await expectOnce(made)
    expect((await Promise.all(made.ids.map(attemptsOf))).map((attempts) => attempts.length)).toEqual(
      made.ids.map(() => 1),
    )
  },
)

test('a worker killed between storing and sending a second signature moves the money once', async () => {
  const made = await twentyTransfers()
  await world.solana.control('dropTransactions', 1_000)
  writeFileSync(faultFile, 'solana-resign-after-store')
  const worker = spawnWorker()
  const exited = once(worker, 'exit')
  const last = made.ids.at(-1) ?? ''
  await expect.poll(async () => (await rowOf(last)).stage, { timeout: 60_000 }).toBe('broadcast')
  await world.solana.control('expireBlockhashes')
  const [, signal] = await exited
  expect(signal).toBe('SIGKILL')
  await world.solana.control('dropTransactions', 0)
  await runEngine()
  await expectOnce(made)
  expect((await attemptsOf(last)).map(({ reason }) => reason)).toEqual(['first', 'resign'])
})

test('two processes on one queue sign each transfer once', async () => {
  const worker = spawnWorker()
  const exited = once(worker, 'exit')
  if (worker.stdout) await once(worker.stdout, 'data')
  const made = await twentyTransfers()
  await Promise.all([runEngine(), exited, runEngine()])
  await runEngine()
  await expectOnce(made)
  expect((await Promise.all(made.ids.map(attemptsOf))).map((attempts) => attempts.length)).toEqual(
    made.ids.map(() => 1),
  )
})
