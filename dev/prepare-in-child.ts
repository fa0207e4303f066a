import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Preparation, Prepared } from './prepare-database'
import type { Demo } from './seed-database'

/**
 * Prepares the database in a process that ends afterwards: its modules and its environment are needed only for that.
 */
export function prepareInChild(
  preparation: Preparation,
  program = bundledBeside('prepare-database.mjs'),
): Promise<Demo> {
  // Its own group: a Ctrl-C in the terminal lets it finish.
  const child = fork(program, { env: preparation.env, execArgv: [], detached: true })
  return new Promise((resolve, reject) => {
    child.once('message', (prepared: Prepared) =>
      'demo' in prepared ? resolve(prepared.demo) : reject(new Error(prepared.problem)),
    )
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`The preparation of the database ended with ${signal ?? `exit code ${code}`}`)),
    )
    child.send(preparation)
  })
}

function bundledBeside(name: string): string {
  return fileURLToPath(new URL(`./${name}`, import.meta.url))
}
