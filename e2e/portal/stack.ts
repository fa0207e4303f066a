import { z } from 'zod'
import { type StackFacts, stackFacts } from '@/dev/stack-file'

/** The stack of this worker, which no other worker uses: the global setup started one for each. */
export function stack(): StackFacts {
  const stacks = z.array(stackFacts).parse(JSON.parse(process.env.PORTAL_STACKS ?? '[]'))
  const own = stacks[Number(process.env.TEST_PARALLEL_INDEX)]
  if (!own) throw new Error(`No stack was started for worker ${process.env.TEST_PARALLEL_INDEX}.`)
  return own
}
