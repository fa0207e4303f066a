import { afterAll, vi } from 'vitest'
import { forgetProcess } from '@/db/once-per-process'

/**
 * Runs before each test file. Files share a process, whose modules stay loaded: everything else is put back to what a new process has,
 * so that no file sees what another one left.
 */
const first = Symbol.for('slipway.first-environment')
const shared = globalThis as { [first]?: NodeJS.ProcessEnv }
shared[first] ??= { ...process.env }

vi.useRealTimers()
vi.unstubAllEnvs()
vi.unstubAllGlobals()
vi.restoreAllMocks()
for (const name of Object.keys(process.env)) if (!(name in shared[first])) delete process.env[name]
Object.assign(process.env, shared[first])
forgetProcess()

const before = process.cpuUsage()
// biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern there, though no fixture is used.
afterAll(({}, file) => {
  const { user, system } = process.cpuUsage(before)
  file.meta.cpuMs = (user + system) / 1_000
})
