import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { signWebhook } from '@slipway/sdk'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { RECEIVE_WEBHOOK } from '@/components/guides/receive-webhook'
import { newListenSecret } from '@/packages/cli/src/config'

const SDK = resolve(import.meta.dirname, '../packages/sdk/src/webhooks.ts')
const secret = newListenSecret()
let folder: string
let program: ChildProcess
let url: string
let printed = ''

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  server.close()
  await once(server, 'close')
  return port
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receiver-'))
  const port = await freePort()
  url = `http://127.0.0.1:${port}/hook`
  const file = join(folder, 'receiver.mts')
  const code = RECEIVE_WEBHOOK.replace("'@slipway/sdk/webhooks'", JSON.stringify(SDK)).replace('3001', String(port))
  await writeFile(file, code)
  program = spawn(process.execPath, ['--import', 'tsx', file], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { ...process.env, WEBHOOK_SECRET: secret },
  })
  program.stdout?.on('data', (part) => {
    printed += String(part)
  })
  await vi.waitFor(() => fetch(url), { timeout: 60_000, interval: 200 })
}, 60_000)
afterAll(async () => {
  program.kill()
  await rm(folder, { recursive: true })
})

test('the receiver of the guide accepts what listen signs, and nothing else', async () => {
  const body = JSON.stringify({ type: 'payment.settled', timestamp: new Date().toISOString(), data: { n: 7 } })
  const headers = await signWebhook({ id: 'evt-1', timestamp: Math.floor(Date.now() / 1_000), body, secret })
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200)
  await vi.waitFor(() => expect(printed).toContain('payment.settled { n: 7 }'), { timeout: 10_000 })
  expect((await fetch(url, { method: 'POST', headers, body: body.replace('7', '8') })).status).toBe(400)
  expect((await fetch(url, { method: 'POST', body })).status).toBe(400)
})
