import { existsSync, readFileSync } from 'node:fs'
import { afterAll, vi } from 'vitest'
import { resetProcessState } from '@/db/once-per-process'

/**
 * Runs before each test file. Files share a process, whose modules stay loaded: everything else is put back to what a
 * new process has, so that no file sees what another one left.
 */
const KEY = Symbol.for('slipway.new-process')
type NewProcess = {
  environment: NodeJS.ProcessEnv
  globals: PropertyDescriptorMap /** Its files so far. */
  files: string[]
}
const shared = globalThis as { [KEY]?: NewProcess }
shared[KEY] ??= { environment: { ...process.env }, globals: Object.getOwnPropertyDescriptors(globalThis), files: [] }
const { environment, globals, files } = shared[KEY]

vi.useRealTimers()
vi.unstubAllEnvs()
vi.unstubAllGlobals()
vi.restoreAllMocks()
for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
Object.assign(process.env, environment)
// Some packages replace functions and classes of Node by their own.
for (const [name, first] of Object.entries(globals)) {
  const isReplaced = Object.getOwnPropertyDescriptor(globalThis, name)?.value !== first.value
  if (typeof first.value === 'function' && first.configurable && isReplaced) {
    Object.defineProperty(globalThis, name, first)
  }
}
resetProcessState()

const before = process.cpuUsage()
const childrenBefore = childrenMs()
// biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern there, though no fixture is used.
afterAll(({}, file) => {
  const { user, system } = process.cpuUsage(before)
  file.meta.cpuMs = (user + system) / 1_000 + childrenMs() - childrenBefore
  file.meta.ranAfter = [...files]
  files.push(file.name)
})

/** CPU time of the child processes that have ended, in milliseconds: 0 on systems without /proc. */
function childrenMs(): number {
  if (!existsSync('/proc/self/stat')) return 0
  // Fields 16 and 17, in ticks of 10 ms. The name of the program, in brackets, may hold blanks.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1) ?? ''
  const [user = 0, system = 0] = fields.split(' ').slice(13, 15).map(Number)
  return (user + system) * 10
}
