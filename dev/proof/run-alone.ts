import { spawnSync } from 'node:child_process'
import { commandOf } from './run-stages'
import type { Stage } from './stages'

/** Runs one stage in the terminal, with everything it prints. Answers the exit code. */
export function runAlone(stage: Stage, { isLong, env }: { isLong: boolean; env: NodeJS.ProcessEnv }): number {
  const [program = '', ...args] = commandOf(stage, isLong)
  console.log(`=== ${stage.title} (${[program, ...args].join(' ')})`)
  const startedAt = performance.now()
  // npm puts node_modules/.bin on the path; npx would ask the network for what is missing.
  const { status, signal, error } = spawnSync(program, args, { stdio: 'inherit', env })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  if (status === 0) {
    console.log(`\n${stage.title}: green in ${seconds} s`)
    return 0
  }
  console.error(`\n${stage.title} failed after ${seconds} s (${error?.message ?? signal ?? `exit code ${status}`}).`)
  return status || 1
}
