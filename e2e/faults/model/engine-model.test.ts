import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkInvariants } from '@/e2e/faults/check/check-invariants'
import { seededRandom } from '@/e2e/faults/random'
import { planTransfers, type Transfer } from '@/e2e/faults/transfers'
import * as faultPoints from '@/server/fault-point'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { byProof, propertySeed } from '@/server/testing/proof'
import { engineCommands, type Model, type Real } from './commands'
import { strike } from './crash'
import { driveEngine } from './drive-engine'
import { type EngineWorld, startEngineWorld } from './engine-world'
import { FAILED_SEEDS } from './failed-seeds'
import { settleWorld } from './settle-world'

/** More of both: `MODEL_RUNS=200 MODEL_SEED=1 npx vitest run e2e/faults/model`. */
const RUNS = Number(process.env.MODEL_RUNS ?? byProof(8, 100))
const SEED = Number(process.env.MODEL_SEED ?? propertySeed() ?? Math.floor(Math.random() * 1_000_000))
const COMMANDS = 40
const SECONDS_FOR_ALL = process.env.MODEL_RUNS ? 3_600 : byProof(75, 3_600)

let engine: EngineWorld
beforeAll(async () => {
  vi.spyOn(faultPoints, 'faultPoint').mockImplementation(strike)
  engine = await startEngineWorld()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await engine.close()
})

let runs = 0
let planned = 0
/** No run begins after this. */
let deadline = Number.POSITIVE_INFINITY

async function setup(): Promise<{ model: Model; real: Real }> {
  const wallets = await engine.makeWallets(3)
  runs += 1
  // Every other run the business pays its gas: then only the platform's float may.
  await engine.setGasPolicy(runs % 2 === 0 ? 'debited' : 'sponsored')
  const random = seededRandom(runs)
  const planOne = (wallet: number, isNative: boolean): Transfer => {
    const shape = {
      label: `model-${runs}-${++planned}`,
      count: 1,
      chainId: CHAIN_ID,
      webhookUrl: '',
      webhooks: 0,
      random,
    }
    const [transfer] = planTransfers({
      ...shape,
      wallets: [...wallets.slice(wallet), ...wallets],
      native: isNative ? 1 : 0,
    })
    if (!transfer) throw new Error('no transfer was planned')
    return transfer
  }
  return { model: { submitted: [], baseFeeWei: 1_000_000_000n }, real: { ...engine, wallets, planOne } }
}

/** Plays the commands against the engine, lets everything end, and compares rows, chain and reference. */
async function play(commands: Iterable<fc.AsyncCommand<Model, Real>>): Promise<void> {
  // Fast-check's own limit would cut a run short in the middle of its settling.
  if (Date.now() > deadline) return
  const { model, real } = await setup()
  const drive = driveEngine()
  try {
    await fc.asyncModelRun(() => ({ model, real }), commands)
    const hasEnded = await settleWorld(engine)
    const verdict = await checkInvariants(engine.toWorld(real.wallets), model.submitted)
    expect(verdict.findings).toEqual([])
    expect(verdict.accepted).toBe(model.submitted.length)
    expect(hasEnded).toBe(true)
  } finally {
    await settleWorld(engine)
    await drive.stop()
  }
}

const property = (maxCommands: number) => fc.asyncProperty(engineCommands(maxCommands), play)

test(
  `whatever happens in whatever order, each transfer ends once (seed ${SEED})`,
  async () => {
    deadline = Date.now() + SECONDS_FOR_ALL * 1_000
    // Not shrunk: a run takes seconds. The report names seed and path, which belong into failed-seeds.ts.
    await fc.assert(property(COMMANDS), { seed: SEED, numRuns: RUNS, endOnFailure: true })
    expect(runs).toBeGreaterThan(0)
  },
  (SECONDS_FOR_ALL + 150) * 1_000,
)

test.each(FAILED_SEEDS)('run $seed/$path holds: $was', { timeout: 180_000 }, async ({ seed, path, commands }) => {
  deadline = Number.POSITIVE_INFINITY
  await fc.assert(property(commands), { seed, path, numRuns: 1, endOnFailure: true })
})
