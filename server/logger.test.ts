import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleScript } from '@/dev/bundle-programs'
import { readSource, sourcesIn } from '@/dev/testing/sources'
import { createLogger } from './logger'

// Processes of their own take seconds to begin on a busy machine.
const PROJECT = join(import.meta.dirname, '..')

/** A process whose log goes to `output`; what it says on standard error. */
async function logTo(output: 'pipe' | number, script: string) {
  const program = await bundleScript(`import { createLogger, stopWith } from './server/logger'\n${script}`)
  return spawnSync(process.execPath, [program], {
    cwd: PROJECT,
    stdio: ['ignore', output, 'pipe'],
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 2 ** 26,
  })
}

const LINES = `
  const log = createLogger('info')
  log.info('one')
  log.fatal(new Error('two'))
  for (let line = 0; line < 20_000; line++) log.warn('x'.repeat(200))
  process.stderr.write('went on')`

test('what is logged arrives, the last words of a process too', async () => {
  const { stdout, stderr, status } = await logTo('pipe', LINES)
  expect({ stderr, status }).toEqual({ stderr: 'went on', status: 0 })
  expect(stdout.split('\n').filter(Boolean)).toHaveLength(20_002)
  expect(await logTo('pipe', `stopWith('no such port')`)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('"msg":"no such port"'),
  })
})

test('each line names the program, its process, its version and its host, the last words of a start too', async () => {
  const { stdout, stderr } = await logTo(
    'pipe',
    `createLogger('info').info('one')
    createLogger('info').child({ part: 'x' }).info('two')
    stopWith('three')`,
  )
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'))
  const named = { process: 'stdin', pid: expect.any(Number), version, host: hostname() }
  expect(stderr).toBe('')
  expect(
    stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { ...named, msg: 'one' },
    { ...named, part: 'x', msg: 'two' },
    { ...named, msg: 'three' },
  ])
  expect(version).toMatch(/^\d+\.\d+\.\d+/)
})

test.skipIf(!existsSync('/dev/full'))(
  'a full disk under the log costs its lines, and neither stops nor holds the process',
  async () => {
    const full = openSync('/dev/full', 'w')
    expect(await logTo(full, LINES)).toMatchObject({ stderr: 'went on', status: 0, signal: null })
    expect(await logTo(full, `stopWith('no such port')`)).toMatchObject({ status: 1, signal: null })
    closeSync(full)
  },
)

test('no line says its writer’s fields anew', () => {
  const again = /\.(debug|info|warn|error|fatal)\(\s*\{[^}]*\b(process|pid|version|host)\b\s*[:,}]/
  const sources = ['server', 'front', 'inngest', 'deploy'].flatMap(sourcesIn)
  expect(sources.filter((file) => again.test(readSource(file)))).toEqual([])
})

test('an error’s line has no key of an address', () => {
  const lines: string[] = []
  const log = createLogger('warn', { write: (line) => lines.push(line) })
  const cause = new Error('fetch of wss://rpc.example/v2/SECRETSECRET failed')
  log.warn({ err: new Error('https://user:SECRETSECRET@rpc.example/v2/SECRETSECRET', { cause }) }, 'failed')
  expect(lines.join('')).toContain('https://rpc.example/…')
  expect(lines.join('')).not.toContain('SECRET')
})
