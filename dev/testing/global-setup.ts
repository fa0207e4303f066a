import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findFreePort } from '../free-port'
import { startGuard } from '../guard'
import { startPostgres } from '../postgres'
import { findPostgresUser, folderForUser, makeOwnFolder } from '../postgres-user'
import { makeThrowawayFolder } from '../throwaway-folder'

/** The maximum that a suite opens: its pools and a few more. */
const CONNECTIONS_OF_A_WORKER = 50

/**
 * One throwaway cluster and one temporary folder for the whole run; tests find the owner's URL in TEST_DATABASE_URL.
 */
export async function setup(project?: Pick<TestProject, 'vitest'>): Promise<(() => Promise<void>) | undefined> {
  // Set already: the caller brings a server.
  if (process.env.TEST_DATABASE_URL) return undefined
  const home = makeThrowawayFolder('slipway-test-')
  const dataDir = join(home, 'postgres')
  const user = findPostgresUser(dataDir)
  if (user) makeOwnFolder(home, user)
  // Files that suites leave in the temporary folder are removed with the rest.
  const temporary = join(home, 'tmp')
  mkdirSync(temporary)
  process.env.TMPDIR = temporary
  const clean = () => {
    rmSync(folderForUser(dataDir, user), { recursive: true, force: true })
    rmSync(home, { recursive: true, force: true })
  }
  // A test run that is killed must not leave a server behind.
  const guard = startGuard()
  guard.addFolder(home)
  const options = {
    dataDir,
    port: await findFreePort(),
    logFile: join(home, 'postgres.log'),
    password: 'throw-away',
    database: 'postgres',
    durable: false,
    maxConnections: Math.max(200, CONNECTIONS_OF_A_WORKER * (project?.vitest.config.maxWorkers ?? 0)),
    onSpawn: (pid: number) => guard.add(pid, 'SIGQUIT'),
  }
  const server = await startPostgres(options).catch((error: unknown) => {
    guard.close()
    clean()
    throw error
  })
  process.env.TEST_DATABASE_URL = server.url
  return async () => {
    await server.stop()
    guard.remove(server.pid)
    guard.close()
    clean()
  }
}
