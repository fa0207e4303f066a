import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPorts, type Ports } from './ports'

let ours: Ports
let others: Ports
let servers: Server[]

beforeEach(() => {
  ours = createPorts()
  others = createPorts()
  servers = []
})
afterEach(async () => {
  for (const server of servers) server.close()
  await Promise.all([ours.close(), others.close()])
})

async function listen(port: number): Promise<void> {
  const server = createServer()
  servers.push(server)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

it('takes the preferred port when it is free and another one when a stranger listens there', async () => {
  const preferred = await others.hold()
  await others.close()
  expect(await ours.hold(preferred)).toBe(preferred)
  await ours.close()
  await listen(preferred)
  const other = await ours.hold(preferred)
  expect(other).not.toBe(preferred)
  expect(other).toBeGreaterThan(0)
})

it('holds a port from the moment it is chosen: nobody can bind it before the part it is for', async () => {
  const port = await ours.hold()
  await expect(listen(port)).rejects.toThrow('EADDRINUSE')
  expect(await others.tryHold(port)).toBeNull()
  await ours.handOver(port)
  await listen(port)
})

it('keeps a port from other stacks while the part it was handed to is not listening, as before its restart', async () => {
  const port = await ours.hold()
  await ours.handOver(port)
  expect(await others.tryHold(port)).toBeNull()
  await ours.close()
  expect(await others.tryHold(port)).toBe(port)
})

it('gives each of many that ask at once a port of its own', async () => {
  const preferred = await others.hold()
  await others.close()
  const held = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? ours : others).hold(preferred)))
  expect(new Set(held).size).toBe(20)
  expect(held).toContain(preferred)
})

it('holds two ports in a row, and leaves none behind where the second is taken', async () => {
  const first = await ours.holdPair(0)
  expect(await others.tryHold(first)).toBeNull()
  expect(await others.tryHold(first + 1)).toBeNull()
  await ours.close()
  await listen(first + 1)
  expect(await ours.holdPair(first)).not.toBe(first)
  expect(await others.tryHold(first)).toBe(first)
})
