import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { Form } from './plays'

const USAGE = `usage: npm run faults -- [--short] [--scenario <name>[,<name>]] [--rounds <n>] [--transfers <n>] [--seed <n>] [--minutes <n>] [--stacks <n>] [--keep]
  --short      nearly every scenario, few rounds, on several stacks: about two minutes; npm test runs it.
               With PROOF=long every RPC fault and more transfers
  --rounds     per scenario, instead of its own number
  --transfers  per round, instead of the scenario's own number
  --minutes    begin no further round of a scenario after so long
  --stacks     how many scenarios are played at once, each on a stack of its own
  --keep       leave the folder with logs and data`

/** The number of scenarios at once: they mostly wait, for leases, blocks and processes that start again. */
const MAX_STACKS = 6

export type Options = {
  form: Form
  keep: boolean
  rounds: number | null
  transfers: number | null
  seed: number
  minutes: number | null
  stacks: number
  scenarios: string[]
}

/** The options of the command line; ends the process with a usage line where they are not valid. */
export function readOptions(known: readonly string[]): Options {
  const number = z.coerce.number().int().positive().nullable()
  try {
    const { values } = parseArgs({
      options: {
        short: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        rounds: { type: 'string' },
        transfers: { type: 'string' },
        minutes: { type: 'string' },
        stacks: { type: 'string' },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000) + 1) },
        scenario: { type: 'string', default: '' },
      },
    })
    const scenarios = values.scenario.split(',').filter(Boolean)
    const unknown = scenarios.find((name) => !known.includes(name))
    if (unknown) throw new Error(`${unknown} is no scenario: choose from ${known.join(', ')}`)
    return {
      form: formOf(values.short),
      keep: values.keep,
      rounds: number.parse(values.rounds ?? null),
      transfers: number.parse(values.transfers ?? null),
      seed: z.coerce.number().int().positive().parse(values.seed),
      minutes: number.parse(values.minutes ?? null),
      stacks:
        number.parse(values.stacks ?? null) ?? (values.short ? Math.min(availableParallelism() + 1, MAX_STACKS) : 1),
      scenarios,
    }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
    process.exit(2)
  }
}

function formOf(isShort: boolean): Form {
  if (!isShort) return 'full'
  return process.env.PROOF === 'long' ? 'long' : 'short'
}
