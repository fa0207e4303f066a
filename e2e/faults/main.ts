import { parseArgs } from 'node:util'
import { z } from 'zod'
import { createApiClient } from './api-client'
import { calm } from './calm'
import { createChainReader } from './chain-reader'
import { checkInvariants, type World } from './check-invariants'
import { type FaultStack, startFaultStack } from './fault-stack'
import { killParts } from './kill-parts'
import { offlineChain } from './offline-chain'
import { oneKey } from './one-key'
import { type Line, printTable } from './print-table'
import { seededRandom } from './random'
import { type Scenario, type Stage, waitForDeliveries } from './scenario'
import { startWebhookReceiver } from './webhook-receiver'

/** `npm run faults`: what was accepted ends exactly once, whatever is killed meanwhile. */

const USAGE = `usage: npm run faults -- [--short] [--scenario <name>[,<name>]] [--rounds <n>] [--transfers <n>] [--seed <n>] [--keep]
  --short      one round each and fewer transfers (about a minute)
  --keep       leave the folder with logs and data
  --no-build   use the build that is there`
const WALLETS = 20
const FUNDED_UNITS = 1_000_000_000n
const MOST_FINDINGS = 40

type Play = { run: Scenario; rounds: number; transfers: number }

async function main(): Promise<number> {
  const options = readOptions()
  const plays = planPlays(options)
  const startedAt = Date.now()
  const say = (text: string) => console.log(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${text}`)
  say(`seed ${options.seed}; starting a stack of its own`)
  const stack = await startFaultStack({ build: options.build })
  const receiver = await startWebhookReceiver()
  const api = createApiClient(stack)
  const lines: Line[] = []
  try {
    const world = await prepareWorld(stack, receiver, api)
    say(`ready: ${WALLETS} wallets, ${stack.baseUrl}, ${stack.home}`)
    for (const [name, { run, rounds, transfers }] of Object.entries(plays)) {
      say(`--- ${name}`)
      // Its own numbers, so that a scenario alone repeats what it did among the others.
      const random = seededRandom(options.seed)
      const stage: Stage = { stack, world, api, random, rounds, transfers, say: (text) => say(`${name}: ${text}`) }
      lines.push(await play(name, run, stage, options.seed))
    }
  } finally {
    receiver.close()
    await api.close()
    await stack.stop({ keep: options.keep })
  }
  return report(lines, startedAt)
}

async function play(name: string, run: Scenario, stage: Stage, seed: number): Promise<Line> {
  const { transfers, recoveryMs, findings } = await run(stage)
  const waitedFrom = Date.now()
  await waitForDeliveries(stage.world)
  const waitedMs = Date.now() - waitedFrom
  if (waitedMs > 1_000) stage.say(`the last webhook was delivered ${waitedMs} ms after the last transfer ended`)
  const verdict = await checkInvariants(stage.world, transfers)
  verdict.findings.unshift(...findings, ...crashesOf(stage.stack))
  for (const finding of verdict.findings.slice(0, MOST_FINDINGS)) stage.say(`BROKEN: ${finding}`)
  stage.say(verdict.findings.length === 0 ? 'all invariants hold' : `${verdict.findings.length} findings`)
  return { scenario: name, rounds: recoveryMs.length, verdict, recoveryMs, seed }
}

/** A part that gives up by itself is broken, however soon a supervisor would revive it. */
function crashesOf({ parts }: FaultStack): string[] {
  return Object.values(parts).flatMap(({ name, crashes }) => (crashes() > 0 ? [`${name} ended by itself`] : []))
}

async function prepareWorld(
  stack: FaultStack,
  receiver: World['receiver'],
  api: ReturnType<typeof createApiClient>,
): Promise<World> {
  const chain = createChainReader({ rpcUrl: stack.rpcUrl, cngn: stack.cngnAddress })
  const body = { chainType: 'EVM', purpose: 'FAULTS', count: WALLETS }
  const answer = await api.post('/v1/wallet/hd/generate', body, `faults-wallets-${Date.now()}`)
  if (answer.status !== 201) throw new Error(`no wallets: ${answer.status} ${answer.text}`)
  const made = z.object({ data: z.array(z.object({ address: z.string() })) }).parse(JSON.parse(answer.text))
  const wallets = made.data.map(({ address }) => address)
  await chain.fund(wallets, FUNDED_UNITS)
  return { sql: stack.sql, chain, receiver, wallets, gasWallet: stack.gasWalletAddress, fundedUnits: FUNDED_UNITS }
}

type Options = ReturnType<typeof readOptions>

function planPlays({ short, rounds, transfers, scenarios }: Options): Record<string, Play> {
  // Each part alone shows what only its crash breaks; together they are the proof, so they get the rounds.
  const alone = short ? 1 : Math.max(1, Math.ceil(rounds / 4))
  const all: Record<string, Play> = {
    calm: { run: calm, rounds: 1, transfers: short ? 300 : 1_000 },
    'kill-app': { run: killParts(['app']), rounds: alone, transfers },
    'kill-engine': { run: killParts(['engine']), rounds: alone, transfers },
    'kill-postgres': { run: killParts(['postgres']), rounds: alone, transfers },
    'kill-mixed': { run: killParts(['app', 'engine', 'postgres']), rounds: short ? 1 : rounds, transfers },
    'one-key': { run: oneKey, rounds: 1, transfers: 1 },
    'offline-chain': { run: offlineChain, rounds: 2, transfers },
  }
  const unknown = scenarios.find((name) => !all[name])
  if (unknown) quit(`${unknown} is no scenario: choose from ${Object.keys(all).join(', ')}`)
  const wanted =
    scenarios.length > 0 ? scenarios : Object.keys(all).filter((name) => !short || name !== 'offline-chain')
  // Chosen by name, a scenario gets all the rounds.
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => wanted.includes(name))
      .map(([name, play]) => [name, scenarios.length > 0 ? { ...play, rounds } : play]),
  )
}

function readOptions() {
  const number = z.coerce.number().int().positive()
  try {
    const { values } = parseArgs({
      options: {
        short: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        'no-build': { type: 'boolean', default: false },
        rounds: { type: 'string', default: '10' },
        transfers: { type: 'string', default: '100' },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000) + 1) },
        scenario: { type: 'string', default: '' },
      },
    })
    return {
      short: values.short,
      keep: values.keep,
      build: !values['no-build'],
      rounds: number.parse(values.rounds),
      transfers: number.parse(values.transfers),
      seed: number.parse(values.seed),
      scenarios: values.scenario.split(',').filter(Boolean),
    }
  } catch (error) {
    return quit(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
}

function report(lines: readonly Line[], startedAt: number): number {
  console.log('')
  printTable(lines)
  const broken = lines.filter(({ verdict }) => verdict.findings.length > 0).map(({ scenario }) => scenario)
  const took = `${((Date.now() - startedAt) / 1_000).toFixed(1)} s`
  console.log(broken.length === 0 ? `\nAll invariants held (${took}).` : `\nBROKEN in ${broken.join(', ')} (${took}).`)
  return broken.length === 0 ? 0 : 1
}

function quit(message: string): never {
  console.error(message)
  process.exit(2)
}

process.exit(await main())
