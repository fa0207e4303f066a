import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import connect from 'postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findFreePort } from './free-port'
import { type PostgresOptions, type RunningPostgres, startPostgres } from './postgres'
import { findPostgresUser, folderForUser, makeOwnFolder } from './postgres-user'

let home: string
let running: RunningPostgres | undefined
let options: PostgresOptions

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'slipway-pg-'))
  const dataDir = join(home, 'data')
  const user = findPostgresUser(dataDir)
  if (user) makeOwnFolder(home, user)
  options = {
    dataDir,
    port: await findFreePort(),
    logFile: join(home, 'log'),
    password: randomBytes(9).toString('hex'),
  }
})

afterEach(async () => {
  await running?.stop()
  rmSync(home, { recursive: true, force: true })
})

async function query(url: string, text: string): Promise<unknown[]> {
  const sql = connect(url, { max: 1, onnotice: () => {} })
  try {
    return [...(await sql.unsafe(text))]
  } finally {
    await sql.end({ timeout: 1 })
  }
}

describe('startPostgres', { timeout: 240_000 }, () => {
  it('keeps committed rows over a SIGKILL, with the lock file left behind', async () => {
    running = await startPostgres(options)
    await query(running.url, 'create table note (text text); insert into note values ($$kept$$)')
    const gone = new Promise((resolve) => running?.process.once('exit', resolve))
    process.kill(running.pid, 'SIGKILL')
    await gone
    // A lock whose pid now belongs to a stranger must not keep the cluster shut.
    const lock = join(folderForUser(options.dataDir, findPostgresUser(options.dataDir)), 'postmaster.pid')
    writeFileSync(lock, `${process.pid}\n${options.dataDir}\n`)
    running = await startPostgres(options)
    expect(await query(running.url, 'select text from note')).toEqual([{ text: 'kept' }])
  })

  it('does not take another cluster with the same password on its port for its own', async () => {
    running = await startPostgres(options)
    const second = startPostgres({ ...options, dataDir: join(home, 'second'), logFile: join(home, 'second.log') })
    await expect(second).rejects.toThrow(/Address already in use/)
  })

  it('refuses a wrong password', async () => {
    running = await startPostgres(options)
    const wrong = running.url.replace(options.password, 'guess')
    await expect(query(wrong, 'select 1')).rejects.toThrow(/password/)
  })
})
