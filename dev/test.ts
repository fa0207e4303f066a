import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { hashSources } from './build-hash'
import { rememberGreen } from './proof/green-commit'
import { printOutcome, printTable } from './proof/print-outcomes'
import { addProven, forgetProven, readProven } from './proof/proven-record'
import { type Arguments, readArguments } from './proof/read-arguments'
import { runAlone } from './proof/run-alone'
import { runChanged } from './proof/run-changed'
import { isFailed, runStages } from './proof/run-stages'
import { STAGES } from './proof/stages'
import { ROOMS } from './rooms'

const LOG_FOLDER = join('test-results', 'proof')
/** Everything a stage reads but what it writes itself. */
const SOURCES = [...ROOMS, 'docs']
const SETTINGS = [
  'package.json',
  'package-lock.json',
  'vitest.config.ts',
  'tsconfig.json',
  'tsconfig.next.json',
  'biome.json',
  'next.config.ts',
]

process.exit(await main())

/** `npm test` and `npm run prove`. Answers the exit code. */
async function main(): Promise<number> {
  const args = tryReadArguments()
  if (!args) return 2
  const env: NodeJS.ProcessEnv = { ...process.env, ...(args.isLong && longForm()) }
  const { selection } = args
  if (selection === 'changed') return runChanged(env)
  const stages = STAGES.filter(({ name, onlyLong }) =>
    selection.length === 0 ? args.isLong || !onlyLong : selection.includes(name),
  )
  const [only] = stages
  if (only && stages.length === 1) return runAlone(only, { isLong: args.isLong, env })
  return runTogether(stages, args, env)
}

async function runTogether(
  stages: typeof STAGES,
  { isLong, isAgain, selection }: Arguments,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const startedAt = performance.now()
  const say = (text: string) => console.log(`${clock(performance.now() - startedAt)}  ${text}`)
  const record = join(LOG_FOLDER, 'proven.json')
  const sources = hashSources(process.cwd(), [...SOURCES, ...SETTINGS])
  if (isAgain) forgetProven(record)
  const outcomes = await runStages({
    stages,
    isLong,
    provenBefore: isLong ? readProven(record, sources) : new Set(),
    env,
    logFolder: LOG_FOLDER,
    signal: untilInterrupted(),
    say,
    onEnd: (outcome) => {
      printOutcome(outcome, { isLong, say, logFolder: LOG_FOLDER })
      if (isLong && outcome.kind === 'ran' && outcome.isGreen) addProven(record, sources, outcome.stage.name)
    },
  })
  printTable(outcomes, { isLong, seconds: (performance.now() - startedAt) / 1_000 })
  const isGreen = !outcomes.some(isFailed)
  if (isGreen && isLong) forgetProven(record)
  if (isGreen && selection.length === 0) rememberGreen()
  return isGreen ? 0 : 1
}

/** One seed for every property of the run: `PROPERTY_SEED=<seed> npm run prove` repeats it. */
function longForm(): Record<string, string> {
  const PROPERTY_SEED = process.env.PROPERTY_SEED ?? String(randomInt(2 ** 31 - 1))
  console.log(`PROPERTY_SEED=${PROPERTY_SEED}`)
  return { PROOF: 'long', PROPERTY_SEED }
}

function tryReadArguments(): Arguments | null {
  try {
    return readArguments(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return null
  }
}

/** Ctrl-C reaches this process alone: stages run in separate process groups. */
function untilInterrupted(): AbortSignal {
  const abort = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => abort.abort())
  return abort.signal
}

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  return `${String(Math.floor(seconds / 60)).padStart(3)}:${String(seconds % 60).padStart(2, '0')}`
}
