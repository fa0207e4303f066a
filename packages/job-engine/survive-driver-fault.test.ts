import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleScript } from '@/dev/bundle-programs'
import { createDatabase } from './conformance/create-database'

let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

/**
 * Loses its connection in the middle of transactions, as when Postgres is killed. What it prints last says that it
 * lived on.
 */
const SCRIPT = `
  import { openPool } from './packages/job-engine/pool'
  import { surviveDriverFault } from './packages/job-engine/survive-driver-fault'
  surviveDriverFault()
  process.prependListener('uncaughtException', (error) => console.log(String(error)))
  const pool = openPool(process.argv[2])
  const cut = () => pool.sql.begin((tx) => tx\`select pg_terminate_backend(pg_backend_pid())\`).catch(() => undefined)
  for (let round = 0; round < 3; round++) await Promise.all([cut(), cut(), cut(), cut()])
  const [row] = await pool.sql\`select 'lives' as state\`
  console.log(row.state)
  process.exit(0)
`

it('lives on as a bundle when the driver writes to a connection that is gone', async () => {
  const program = await bundleScript(SCRIPT)
  const { stdout } = await promisify(execFile)(process.execPath, [program, database.url])
  expect(stdout.trim().split('\n').at(-1)).toBe('lives')
  expect(stdout).toContain("TypeError: Cannot read properties of null (reading 'write')")
})

it('ends of any other error', async () => {
  const program = await bundleScript(`
    import { surviveDriverFault } from './packages/job-engine/survive-driver-fault'
    surviveDriverFault()
    setImmediate(() => null.write())
  `)
  await expect(promisify(execFile)(process.execPath, [program])).rejects.toMatchObject({ code: 1 })
})
