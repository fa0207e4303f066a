import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { oncePerProcess } from '@/db/once-per-process'

/** The long form of every suite: all combinations and thousands of runs. `npm run prove` sets `PROOF=long`. */
export const isLongProof = process.env.PROOF === 'long'

/** `short` in `npm test`, `long` under `PROOF=long`: numbers of runs, lists of cases. */
export function byProof<T>(short: T, long: T): T {
  return isLongProof ? long : short
}

/** The time limit of one test: ten times as long under `PROOF=long`. */
export function proofTimeout(shortMs: number): number {
  return byProof(shortMs, shortMs * 10)
}

/**
 * Options for `fc.assert`: how often a property is tried in each form. `PROPERTY_RUNS=10000 npx vitest run <suite>`
 * tries it that often, with a seed of its own.
 */
export function propertyRuns(short = 100, long = 1_000): { numRuns: number; seed?: number } {
  const { PROPERTY_RUNS = byProof(short, long) } = process.env
  const seed = propertySeed()
  return { numRuns: Number(PROPERTY_RUNS), ...(seed !== undefined && { seed }) }
}

/**
 * What random cases are drawn from: `PROPERTY_SEED`, which repeats a failure, and which `npm run prove` draws and
 * prints. Without it the short form takes the day of the commit, so that one commit tries the same cases wherever it
 * runs. Undefined if each run draws its own: in the long form, and with `PROPERTY_RUNS`.
 */
export function propertySeed(): number | undefined {
  const { PROPERTY_RUNS, PROPERTY_SEED } = process.env
  if (PROPERTY_SEED !== undefined) return Number(PROPERTY_SEED)
  return isLongProof || PROPERTY_RUNS !== undefined ? undefined : turnOfDay() % 2 ** 31
}

/**
 * `count` of the items; all of them under `PROOF=long`. The day of the commit chooses which, so that over many days
 * each has its turn.
 */
export function someOf<T>(items: readonly T[], count: number): readonly T[] {
  if (isLongProof || count >= items.length) return items
  const first = turnOfDay() % items.length
  return [...items, ...items].slice(first, first + count)
}

/**
 * One item of each class; all of them under `PROOF=long`. The day of the commit chooses which item represents its
 * class.
 */
export function oneOfEachClass<T>(items: readonly T[], classOf: (item: T) => string): readonly T[] {
  if (isLongProof) return items
  const classes = new Map<string, T[]>()
  for (const item of items) classes.set(classOf(item), [...(classes.get(classOf(item)) ?? []), item])
  return [...classes.values()].flatMap((members) => someOf(members, 1))
}

/**
 * A number derived from the day of the commit: the same choice wherever it is checked out, and for all commits of a
 * day, so that a run before the last commits of a day tries what a run after them tries. `PROOF_TURN` sets another.
 */
function turnOfDay(): number {
  if (process.env.PROOF_TURN !== undefined) return Number(process.env.PROOF_TURN)
  return oncePerProcess('turn of the day', () => {
    try {
      const committed = execFileSync('git', ['show', '-s', '--format=%ct', 'HEAD'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const day = Math.floor(Number(committed.toString()) / 86_400)
      return createHash('sha256').update(String(day)).digest().readUInt32BE()
    } catch {
      // Sources without a repository, such as an image.
      return 0
    }
  })
}
