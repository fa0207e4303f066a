import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findFreePort } from '@/dev/free-port'
import { createDatabase, type TestDatabase } from './create-database'
import { spawnMain } from './spawn-engine'

let database: TestDatabase
beforeEach(async () => {
  database = await createDatabase()
})
afterEach(() => database.drop())

test('ends with one clear sentence when it cannot start', async () => {
  const child = await spawnMain(['--port', '0'], { ENGINE_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const [code] = await once(child, 'exit')
  expect(code).toBe(2)
  expect(said.trim()).toMatch(/^The job engine cannot start: .*ECONNREFUSED.*$/)
})

// The caller that starts it relies on that: a later failure would be an unexpected end.
test('says that it is well only once it works', async () => {
  const port = await findFreePort()
  const child = await spawnMain(['--port', String(port)], { ENGINE_DATABASE_URL: database.url })
  const isWell = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isWell())) await pause(1)
  const sql = postgres(database.url, { max: 1 })
  const beats = await sql`select from engine.processes where pid = ${child.pid ?? 0}`
  await sql.end()
  child.kill('SIGKILL')
  expect(beats).toHaveLength(1)
})

test('stops politely on SIGTERM', async () => {
  const child = await spawnMain(['--port', '0'], { ENGINE_DATABASE_URL: database.url })
  await once(child.stdout ?? child, 'data')
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(0)
})
