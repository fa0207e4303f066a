import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bundleScript } from './bundle-programs'
import { stopLeftovers } from './clear-leftovers'
import { commandLineOf } from './process-identity'
import { stopProcess } from './stop-process'
import { createSupervisor, type Part, type Supervisor } from './supervisor'

const FOREVER = 'setInterval(() => {}, 1000)'
const noGuard = { add: () => {}, remove: () => {}, addFolder: () => {}, close: () => {} }

let home: string
let supervisor: Supervisor | undefined
let reports: string[]
let gaveUp: string[]

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'slipway-sup-'))
  reports = []
  gaveUp = []
})

afterEach(async () => {
  await supervisor?.stop()
  rmSync(home, { recursive: true, force: true })
})

function open(): Supervisor {
  return createSupervisor({
    guard: noGuard,
    report: (text) => reports.push(text),
    onRestart: () => {},
    onGiveUp: (name) => gaveUp.push(name),
  })
}

function nodePart(name: string, script: string): Part {
  return {
    name,
    logFile: join(home, `${name}.log`),
    start: async (onSpawn) => {
      const child: ChildProcess = spawn(process.execPath, ['-e', script, '--', home], {
        detached: true,
        stdio: 'ignore',
      })
      await once(child, 'spawn')
      const pid = child.pid ?? 0
      onSpawn(pid)
      return { pid, process: child, stop: () => stopProcess(pid) }
    },
  }
}

describe('createSupervisor', () => {
  it('names a killed part and starts it again', async () => {
    supervisor = open()
    await supervisor.add(nodePart('engine', FOREVER))
    const first = supervisor.pids().engine ?? 0
    process.kill(first, 'SIGKILL')
    await expect.poll(() => supervisor?.pids().engine).not.toBe(first)
    expect(reports[0]).toContain('engine was killed by SIGKILL')
  })

  it('gives up on a part that crashes more than five times in a minute', async () => {
    supervisor = open()
    await supervisor.add(nodePart('app', 'process.exit(3)'))
    // Six processes start until then: on a busy machine each takes seconds.
    await expect.poll(() => gaveUp).toEqual(['app'])
    expect(reports[0]).toContain('app ended with exit code 3')
    expect(reports.filter((text) => text.includes('runs again'))).toHaveLength(5)
  })

  it('leaves nothing running after a stop', async () => {
    supervisor = open()
    await supervisor.add(nodePart('app', FOREVER))
    const pid = supervisor.pids().app ?? 0
    await supervisor.stop()
    expect(commandLineOf(pid)).toBeNull()
    expect(reports).toEqual([])
  })
})

describe('startGuard', () => {
  it('stops the listed processes and removes the listed folders when its owner is killed', async () => {
    const folder = join(home, 'thrown away')
    mkdirSync(join(folder, 'inside'), { recursive: true })
    const program = await bundleScript(`
      import { startGuard } from './dev/guard'
      import { spawn } from 'node:child_process'
      const child = spawn(process.execPath, ['-e', ${JSON.stringify(FOREVER)}, '--', ${JSON.stringify(home)}], { detached: true, stdio: 'ignore' })
      const guard = startGuard()
      guard.add(child.pid)
      guard.addFolder(${JSON.stringify(folder)})
      console.log(child.pid)
      setInterval(() => {}, 1000)`)
    const owner = spawn(process.execPath, [program])
    const [line] = await once(owner.stdout, 'data')
    const pid = Number(String(line))
    expect(commandLineOf(pid)).toContain(home)
    owner.kill('SIGKILL')
    await expect.poll(() => commandLineOf(pid)).toBeNull()
    await expect.poll(() => existsSync(folder)).toBe(false)
  })
})

describe('stopLeftovers', () => {
  it('stops a part of ours and spares a stranger that got its pid', async () => {
    const [ours, stranger] = [home, 'elsewhere'].map((mark) =>
      spawn(process.execPath, ['-e', FOREVER, '--', mark], { detached: true, stdio: 'ignore' }),
    )
    const pids = { app: ours?.pid ?? 0, engine: stranger?.pid ?? 0 }
    expect(await stopLeftovers({ pids }, { app: home, engine: home })).toEqual(['app'])
    expect(commandLineOf(pids.app)).toBeNull()
    expect(commandLineOf(pids.engine)).not.toBeNull()
    await stopProcess(pids.engine)
  })
})
