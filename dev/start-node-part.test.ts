import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findFreePort } from './free-port'
import { commandLineOf } from './process-identity'
import { startNodePart } from './start-node-part'

let home: string
let stranger: Server | undefined

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'slipway-part-'))
})
afterEach(async () => {
  stranger?.closeAllConnections()
  stranger?.close()
  rmSync(home, { recursive: true, force: true })
})

const ANSWER = "(_, res) => res.end(JSON.stringify({ status: 'ok', pid: process.pid }))"

function startPart(script: string, port: number, onSpawn: (pid: number) => void = () => {}) {
  const healthUrl = `http://127.0.0.1:${port}/healthz`
  const args = ['-e', script, '--', String(port)]
  return startNodePart(
    { name: 'app', args, env: process.env, cwd: home, logFile: join(home, 'log'), healthUrl },
    onSpawn,
  )
}

/** Another product's health page, or another stack's. */
async function listenAsStranger(): Promise<number> {
  stranger = createServer((_, response) => response.end(JSON.stringify({ status: 'ok', pid: process.pid })))
  stranger.listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const address = stranger.address()
  return typeof address === 'object' && address ? address.port : 0
}

it('does not take the answer of a stranger on its port for its own', async () => {
  const port = await listenAsStranger()
  let pid = 0
  const script = `require('http').createServer(${ANSWER}).listen(${port}, '127.0.0.1')`
  const started = startPart(`setTimeout(() => { ${script} }, 600)`, port, (spawned) => {
    pid = spawned
  })
  await expect(started).rejects.toThrow('EADDRINUSE')
  expect(commandLineOf(pid)).toBeNull()
})

it('is ready once the process itself says so', async () => {
  const port = await findFreePort()
  const part = await startPart(`require('http').createServer(${ANSWER}).listen(${port}, '127.0.0.1')`, port)
  expect(commandLineOf(part.pid)).toContain(String(port))
  await part.stop()
})
