import { printFailures, SUMMARY_MARK } from '@/dev/proof/summary'
import { tailOf } from '@/dev/tail-of'
import { checkInvariants } from './check/check-invariants'
import { type Options, readOptions } from './options'
import { extentOf, PLAYS, type Play } from './plays'
import { type Line, printTable } from './print-table'
import { seededRandom } from './random'
import { type Stage, waitForDeliveries } from './scenario'
import { openSession, type Session } from './session'
import { startCpuMeter } from './stack/cpu-meter'
import type { FaultStack } from './stack/fault-stack'
import { type PreparedRun, prepareRun } from './stack/prepare-run'
import { type BrokenScenario, toFailure } from './to-failure'

/** `npm run faults`: what was accepted ends exactly once, whatever breaks meanwhile. */

const MAX_FINDINGS = 40
const LOG_LINES = 20

async function main(): Promise<number> {
  const options = readOptions(Object.keys(PLAYS))
  const startedAt = Date.now()
  const say = (text: string) => console.log(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${text}`)
  const meter = startCpuMeter(() => [process.pid])
  const plays = choosePlays(options)
  const order = plays.map(({ name }) => name)
  const stacks = Math.min(options.stacks, plays.length)
  say(`seed ${options.seed}, ${plays.length} scenarios on ${stacks === 1 ? 'a stack' : `${stacks} stacks`} of its own`)
  say(`playing ${order.join(', ')}`)
  const prepared = await prepareRun()
  say(`programs and database are prepared, ${meter.seconds().toFixed(1)} s of CPU`)
  const waiting = [...plays]
  const outcome: Outcome = { lines: [], failures: [] }
  const run = { options, say, prepared, outcome }
  try {
    await Promise.all(Array.from({ length: stacks }, () => playAll(() => waiting.shift(), run)))
  } finally {
    prepared.data.remove()
  }
  outcome.lines.sort((left, right) => order.indexOf(left.scenario) - order.indexOf(right.scenario))
  say(`CPU of this run: ${meter.seconds().toFixed(1)} s`)
  return report(outcome, { options, startedAt })
}

type Outcome = { lines: Line[]; failures: BrokenScenario[] }
type Run = { options: Options; say: (text: string) => void; prepared: PreparedRun; outcome: Outcome }
type Named = { name: string; play: Play }

/** Plays what `next` hands out, one after the other on one stack, as long as there is anything. */
async function playAll(next: () => Named | undefined, run: Run): Promise<void> {
  const { options, say, outcome } = run
  let session: Session | null = null
  for (let one = next(); one; one = next()) {
    let findings: readonly string[]
    try {
      session ??= await openStack(run)
      say(`--- ${one.name} (${session.stack.home})`)
      const line = await playOne(one.name, one.play, { session, ...run })
      outcome.lines.push(line)
      findings = line.verdict.findings
    } catch (error) {
      say(`${one.name}: ${error instanceof Error ? error.stack : String(error)}`)
      findings = [`could not be played: ${String(error)}`]
    }
    if (findings.length > 0) outcome.failures.push({ scenario: one.name, findings })
    else if (!session?.isSpent) continue
    // A failure must not count again in later scenarios: they get a new stack.
    await session?.end(options)
    session = null
  }
  await session?.end(options)
}

async function openStack({ options, say, prepared }: Run): Promise<Session> {
  const startedAt = Date.now()
  const session = await openSession({ seed: options.seed, prepared })
  const cpu = session.stack.cpuSeconds().toFixed(1)
  say(`stack ${session.stack.home} is ready after ${Date.now() - startedAt} ms, ${cpu} s of CPU`)
  return session
}

/** Chosen by name, a scenario is played in every form. */
function choosePlays({ form, scenarios }: Options): Named[] {
  return Object.entries(PLAYS)
    .map(([name, play]) => ({ name, play }))
    .filter(({ name, play }) => (scenarios.length > 0 ? scenarios.includes(name) : extentOf(play, form) !== null))
}

type Circumstances = Run & { session: Session }

async function playOne(name: string, play: Play, { session, options, say }: Circumstances): Promise<Line> {
  const { stack, world, api } = session
  const startedAt = Date.now()
  const extent = extentOf(play, options.form) ?? play.full ?? { rounds: 1, transfers: 100 }
  const stage: Stage = {
    stack,
    world,
    api,
    // Its own numbers, so that a scenario alone repeats what it did among the others.
    random: seededRandom(options.seed),
    rounds: options.rounds ?? extent.rounds,
    transfers: options.transfers ?? extent.transfers,
    isLate: () => options.minutes !== null && Date.now() > startedAt + options.minutes * 60_000,
    say: (text) => say(`${name}: ${text}`),
  }
  const cpuBefore = stack.cpuSeconds()
  const { transfers, recoveryMs, findings, isRestored = false, isSpent = false } = await play.run(stage)
  const waitedFrom = Date.now()
  await waitForDeliveries(world)
  const waitedMs = Date.now() - waitedFrom
  if (waitedMs > 1_000) stage.say(`the last webhook was delivered ${waitedMs} ms after the last transfer ended`)
  const verdict = await checkInvariants(world, transfers, { isRestored })
  verdict.findings.unshift(...findings, ...crashesOf(stack))
  for (const finding of verdict.findings.slice(0, MAX_FINDINGS)) stage.say(`BROKEN: ${finding}`)
  stage.say(verdict.findings.length === 0 ? 'all invariants hold' : `${verdict.findings.length} findings`)
  const wallMs = Date.now() - startedAt
  const cpuSeconds = stack.cpuSeconds() - cpuBefore
  if (isRestored || isSpent) session.isSpent = true
  return { scenario: name, rounds: recoveryMs.length, verdict, recoveryMs, wallMs, cpuSeconds, seed: options.seed }
}

/**
 * A part that ends without an order is broken. The finding holds the end of its log, because the stack is removed
 * afterwards.
 */
function crashesOf(stack: FaultStack): string[] {
  const crashed = stack.allParts().filter(({ crashes }) => crashes() > 0)
  return crashed.map(({ name, logFile }) => `${name} ended by itself. Its log ends:\n${tailOf(logFile, LOG_LINES)}`)
}

function report({ lines, failures }: Outcome, { options, startedAt }: { options: Options; startedAt: number }): number {
  console.log(`\n${SUMMARY_MARK}`)
  printFailures(failures.map((one) => toFailure(one, options)))
  printTable(lines)
  const broken = failures.map(({ scenario }) => scenario).join(', ')
  const took = `${((Date.now() - startedAt) / 1_000).toFixed(1)} s`
  console.log(broken === '' ? `\nAll invariants held (${took}).` : `\nBROKEN in ${broken} (${took}).`)
  return broken === '' ? 0 : 1
}

process.exit(await main())
