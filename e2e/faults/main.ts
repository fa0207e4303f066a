import { checkInvariants } from './check/check-invariants'
import { type Options, readOptions } from './options'
import { PLAYS, type Play } from './plays'
import { type Line, printTable } from './print-table'
import { seededRandom } from './random'
import { type Stage, waitForDeliveries } from './scenario'
import { openSession, type Session } from './session'
import { startCpuMeter } from './stack/cpu-meter'
import type { FaultStack } from './stack/fault-stack'

/** `npm run faults`: what was accepted ends exactly once, whatever breaks meanwhile. */

const MOST_FINDINGS = 40

async function main(): Promise<number> {
  const options = readOptions(Object.keys(PLAYS))
  const startedAt = Date.now()
  const say = (text: string) => console.log(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${text}`)
  const meter = startCpuMeter(() => [process.pid])
  const plays = choosePlays(options)
  const stacks = Math.min(options.stacks, plays.length)
  say(`seed ${options.seed}; starting ${stacks === 1 ? 'a stack of its own' : `${stacks} stacks of its own`}`)
  const waiting = [...plays]
  const rows = await Promise.allSettled(
    Array.from({ length: stacks }, () => playAll(() => waiting.shift(), { options, say })),
  )
  const order = plays.map(({ name }) => name)
  const lines = rows
    .flatMap((row) => (row.status === 'fulfilled' ? row.value : []))
    .toSorted((left, right) => order.indexOf(left.scenario) - order.indexOf(right.scenario))
  const failed = rows.find((row) => row.status === 'rejected')
  if (failed) {
    printTable(lines)
    throw failed.reason
  }
  say(`CPU of this run: ${meter.seconds().toFixed(1)} s`)
  return report(lines, startedAt)
}

type Run = { options: Options; say: (text: string) => void }
type Named = { name: string; play: Play }

/** Plays what `next` hands out, one after the other on one stack, as long as there is anything. */
async function playAll(next: () => Named | undefined, { options, say }: Run): Promise<Line[]> {
  const lines: Line[] = []
  let session: Session | null = null
  try {
    for (let one = next(); one; one = next()) {
      if (!session) {
        const openedAt = Date.now()
        session = await openSession(options)
        const cpu = session.stack.cpuSeconds().toFixed(1)
        say(`stack ${session.stack.home} ready after ${Date.now() - openedAt} ms, ${cpu} s of CPU`)
      }
      say(`--- ${one.name} (${session.stack.home})`)
      const line = await playOne(one.name, one.play, { session, options, say })
      lines.push(line)
      if (line.verdict.findings.length === 0) continue
      // What broke must not be counted again in the scenarios to come: they get a stack of their own.
      await session.end(options)
      session = null
    }
  } finally {
    await session?.end(options)
  }
  return lines
}

/** Chosen by name, a scenario is played in every form. */
function choosePlays({ form, scenarios }: Options): Named[] {
  return Object.entries(PLAYS)
    .map(([name, play]) => ({ name, play }))
    .filter(({ name, play }) => (scenarios.length > 0 ? scenarios.includes(name) : play[form] !== null))
}

type Circumstances = Run & { session: Session }

async function playOne(name: string, play: Play, { session, options, say }: Circumstances): Promise<Line> {
  const { stack, world, api } = session
  const extent = play[options.form] ?? play.full ?? { rounds: 1, transfers: 100 }
  const stage: Stage = {
    stack,
    world,
    api,
    // Its own numbers, so that a scenario alone repeats what it did among the others.
    random: seededRandom(options.seed),
    rounds: options.rounds ?? extent.rounds,
    transfers: options.transfers ?? extent.transfers,
    isLate: () => options.minutes !== null && performance.now() > options.minutes * 60_000,
    say: (text) => say(`${name}: ${text}`),
  }
  const startedAt = Date.now()
  const cpuBefore = stack.cpuSeconds()
  const { transfers, recoveryMs, findings } = await play.run(stage)
  const waitedFrom = Date.now()
  await waitForDeliveries(world)
  const waitedMs = Date.now() - waitedFrom
  if (waitedMs > 1_000) stage.say(`the last webhook was delivered ${waitedMs} ms after the last transfer ended`)
  const verdict = await checkInvariants(world, transfers)
  verdict.findings.unshift(...findings, ...crashesOf(stack))
  for (const finding of verdict.findings.slice(0, MOST_FINDINGS)) stage.say(`BROKEN: ${finding}`)
  stage.say(verdict.findings.length === 0 ? 'all invariants hold' : `${verdict.findings.length} findings`)
  const wallMs = Date.now() - startedAt
  const cpuSeconds = stack.cpuSeconds() - cpuBefore
  return { scenario: name, rounds: recoveryMs.length, verdict, recoveryMs, wallMs, cpuSeconds, seed: options.seed }
}

/** A part that gives up by itself is broken, however soon a supervisor would revive it. */
function crashesOf(stack: FaultStack): string[] {
  return stack.allParts().flatMap(({ name, crashes }) => (crashes() > 0 ? [`${name} ended by itself`] : []))
}

function report(lines: readonly Line[], startedAt: number): number {
  console.log('')
  printTable(lines)
  const broken = lines.filter(({ verdict }) => verdict.findings.length > 0).map(({ scenario }) => scenario)
  const took = `${((Date.now() - startedAt) / 1_000).toFixed(1)} s`
  console.log(broken.length === 0 ? `\nAll invariants held (${took}).` : `\nBROKEN in ${broken.join(', ')} (${took}).`)
  return broken.length === 0 ? 0 : 1
}

process.exit(await main())
