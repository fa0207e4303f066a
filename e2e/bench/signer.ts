import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import { percentile } from '@/e2e/percentile'

/** Milliseconds that an order of so many transactions takes, in the middle. */
const figures = z.array(z.object({ size: z.number(), p50: z.number() }))
type Figures = z.infer<typeof figures>

/**
 * How long an order of signatures takes, read, judged, signed and stored, in the app's own process and in a separate
 * signer: turn by turn, each in a new process with a new database. Prints the ratio, and what a signature costs more.
 */
export async function benchSigner({ repeats }: { repeats: number }): Promise<void> {
  const rounds: { size: number; ratio: number; addedMs: number }[] = []
  for (let round = 1; round <= repeats; round++) {
    const [inside, isolated] = [measure('inside'), measure('apart')]
    for (const { size, p50 } of inside) {
      const other = isolated.find((each) => each.size === size)?.p50 ?? Number.NaN
      rounds.push({ size, ratio: other / p50, addedMs: (other - p50) / size })
      console.log(`  ${size} an order: in the app ${p50.toFixed(2)} ms, apart ${other.toFixed(2)} ms`)
    }
  }
  for (const size of new Set(rounds.map((each) => each.size))) {
    const own = rounds.filter((each) => each.size === size)
    const ratio = percentile(
      own.map((each) => each.ratio),
      50,
    )
    const added = percentile(
      own.map((each) => each.addedMs),
      50,
    )
    console.log(
      `  ${size} an order, median of ${own.length}: ratio ${ratio.toFixed(2)}, ${added.toFixed(2)} ms more a signature`,
    )
  }
}

function measure(form: 'inside' | 'apart'): Figures {
  const args = [...process.execArgv, join(import.meta.dirname, 'signer-once.ts'), form]
  const { stdout, status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  const line = stdout.split('\n').find((text) => text.startsWith('['))
  if (status !== 0 || !line) throw new Error(`the measurement ended: ${stderr}`)
  return figures.parse(JSON.parse(line))
}
