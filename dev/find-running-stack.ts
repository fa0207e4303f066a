import { existsSync } from 'node:fs'
import { commandLineOf } from './process-identity'
import { readStackFacts, type StackFacts } from './stack-file'

/**
 * The stack that runs from this folder, found as `npm start` finds its own; null if none does, whatever one that was
 * killed left.
 */
export function findRunningStack(): StackFacts | null {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const facts = readStackFacts(process.env.SLIPWAY_HOME || '.slipway')
  return facts && commandLineOf(facts.pids.start ?? 0) !== null ? facts : null
}
