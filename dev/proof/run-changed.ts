import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { sourcesIn } from '../testing/sources'
import { findAffected } from './find-affected'
import { filesSince, findGreenCommit } from './green-commit'
import { readImportGraph } from './import-graph'
import { runAlone } from './run-alone'
import { STAGES } from './stages'

const ROOMS = [
  'server',
  'schemas',
  'transport',
  'registry',
  'db',
  'components',
  'inngest',
  'dev',
  'front',
  'app',
  'contracts',
  'e2e',
  'deploy',
  'packages',
]
/** Calls by which a suite reads sources, documents or settings. */
const READS_FILES = /\b(readFile|readFileSync|readdir|readdirSync|sourcesIn|readSource)\b/

/** Types, lint, and the suites that what differs from the last green commit can break. Answers the exit code. */
export async function runChanged(env: NodeJS.ProcessEnv): Promise<number> {
  const base = findGreenCommit()
  if (base === null) {
    console.error('"changed" compares with the last green commit, and this folder is no git checkout: run npm test.')
    return 2
  }
  const changed = filesSince(base)
  console.log(
    `${changed.length} files differ from ${base.slice(0, 10)}, the last commit at which everything was green.`,
  )
  if (changed.length === 0) return 0
  const files = ROOMS.flatMap(sourcesIn).filter((file) => /\.test\.tsx?$/.test(file))
  const graph = await readImportGraph(process.cwd(), files)
  const suites = files.map((file) => ({ file, readsFiles: READS_FILES.test(readFileSync(file, 'utf8')) }))
  const affected = findAffected(suites, { graph, changed })
  console.log(
    `${affected.length} of ${files.length} suites depend on them. Fault runs and browser tests are for npm test.\n`,
  )
  const isTyped = changed.some((file) => !/\.(md|sql|ya?ml|sh)$/.test(file))
  for (const name of ['contracts', 'typecheck', 'lint'] as const) {
    const stage = STAGES.find((one) => one.name === name && (isTyped || name === 'lint'))
    const code = stage ? runAlone(stage, { isLong: false, env }) : 0
    if (code !== 0) return code
  }
  if (affected.length === 0) return 0
  return spawnSync('vitest', ['run', ...affected], { stdio: 'inherit', env }).status ?? 1
}
