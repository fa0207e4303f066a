import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { bundleScript } from './bundle-programs'
import { startOf } from './process-identity'
import { claimHome, releaseHome } from './start-lock'

let home: string
let program: string
let children: ChildProcess[]

beforeAll(async () => {
  program = await bundleScript(`
    import { claimHome } from './dev/start-lock'
    process.chdir('/')
    console.log(String(claimHome(process.argv[2] ?? '')))
    setInterval(() => {}, 1000)`)
})
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'slipway-lock-'))
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

/** Another process that claims the folder from a folder of its own, and says what came of it. */
async function claimElsewhere(): Promise<{ answer: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [program, home])
  children.push(child)
  const [line] = await once(child.stdout, 'data')
  return { answer: String(line).trim(), child }
}

it('goes to one of many that start at once, also over what a killed stack left', async () => {
  writeFileSync(join(home, 'start.pid'), JSON.stringify({ pid: process.pid, startedAt: 'an earlier process' }))
  const claims = await Promise.all(Array.from({ length: 6 }, claimElsewhere))
  const winners = claims.filter(({ answer }) => answer === 'null')
  expect(winners).toHaveLength(1)
  const owner = String(winners[0]?.child.pid)
  expect(claims.map(({ answer }) => answer).filter((answer) => answer !== 'null')).toEqual(Array(5).fill(owner))
  expect(readdirSync(home)).toEqual(['start.pid'])
})

it('stays with a stack that was started from another folder, until it is killed', async () => {
  const { child } = await claimElsewhere()
  expect(claimHome(home)).toBe(child.pid)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  expect(claimHome(home)).toBeNull()
  releaseHome(home)
  expect(readdirSync(home)).toEqual([])
})

it('is not given up by a process that never had it', async () => {
  const { child } = await claimElsewhere()
  releaseHome(home)
  expect(claimHome(home)).toBe(child.pid)
})

it('says why it cannot be claimed where the folder cannot be written to', () => {
  expect(() => claimHome(join(home, 'nowhere'))).toThrow('ENOENT')
})

it('knows a process by its start', () => {
  expect(startOf(process.pid)).toEqual(expect.any(String))
  expect(startOf(0)).toBeNull()
})
