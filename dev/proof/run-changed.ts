import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { allSources } from '../testing/sources'
import { findAffected } from './find-affected'
import { filesSince, findGreenCommit } from './green-commit'
import { readImportGraph } from './import-graph'
import { readPathsOf } from './read-paths'
import { runAlone } from './run-alone'
import { STAGES } from './stages'

const TYPES = STAGES.find(({ name }) => name === 'typecheck')?.command ?? []

/** Types, lint, and the suites that what differs from the last green commit can break. Answers the exit code. */
export async function runChanged(env: NodeJS.ProcessEnv): Promise<number> {
  const base = findGreenCommit()
  if (base === null) {
    console.error('"changed" compares with the last green commit, and this folder is not a git checkout: run npm test.')
    return 2
  }
  const changed = filesSince(base)
  console.log(
    `${changed.length} files differ from ${base.slice(0, 10)}, the last commit at which everything was green.`,
  )
  if (changed.length === 0) return 0
  const files = allSources().filter((file) => /\.test\.tsx?$/.test(file))
  const graph = await readImportGraph(process.cwd(), files)
  const suites = files.map((file) => ({ file, reads: readPathsOf(file, readFileSync(file, 'utf8')) }))
  const affected = findAffected(suites, { graph, changed })
  console.log(
    `${affected.length} of ${files.length} suites depend on them. Fault runs and browser tests are for npm test.\n`,
  )
  const isTyped = changed.some((file) => !/\.(md|sql|ya?ml|sh)$/.test(file))
  const contracts = STAGES.find(({ name }) => name === 'contracts')
  const generated = isTyped && contracts ? runAlone(contracts, { isLong: false, env }) : 0
  if (generated !== 0) return generated
  const beside = [...(isTyped ? [TYPES] : []), lintOf(changed)].map((command) => run(command, { env, isQuiet: true }))
  const tested = affected.length === 0 ? [] : [await run(['vitest', 'run', ...affected], { env })]
  const checked = await Promise.all(beside)
  for (const { command, output, code } of checked) {
    console.log(`\n=== ${command.slice(0, 2).join(' ')}: ${code === 0 ? 'green' : `exit code ${code}\n${output}`}`)
  }
  return [...tested, ...checked].find(({ code }) => code !== 0)?.code ?? 0
}

/** Biome over the changed files; over all of them where its own settings changed. */
function lintOf(changed: readonly string[]): readonly string[] {
  const files = changed.includes('biome.json') ? ['.'] : changed.filter((file) => existsSync(file))
  return ['biome', 'check', '--no-errors-on-unmatched', '--files-ignore-unknown=true', ...files]
}

/** Runs a command. A quiet one prints nothing, and its output is returned. */
async function run(command: readonly string[], { env, isQuiet }: { env: NodeJS.ProcessEnv; isQuiet?: true }) {
  const [program = '', ...args] = command
  const child = spawn(program, args, { env, stdio: isQuiet ? 'pipe' : 'inherit' })
  const parts: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => parts.push(part))
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (status) => resolve(status ?? 1))
  })
  return { command, code, output: Buffer.concat(parts).toString('utf8') }
}
