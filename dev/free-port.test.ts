import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePort, PORTS } from './free-port'

test('none is given twice by a process, however often and at once it is asked', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, findFreePort))
  expect(new Set(ports).size).toBe(ports.length)
})

test('whoever asked can listen there', async () => {
  const port = await findFreePort()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await new Promise((resolve) => server.close(resolve))
})

test.runIf(process.platform === 'linux')('none is one that the system gives to calls that go out', async () => {
  const [least = 0] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').trim().split(/\s+/).map(Number)
  for (const port of await Promise.all(Array.from({ length: 20 }, findFreePort))) expect(port).toBeLessThan(least)
})

test('none is one that fetch refuses to call', async () => {
  // The list of the Fetch standard ends with it.
  await expect(fetch('http://127.0.0.1:10080')).rejects.toMatchObject({ cause: { message: 'bad port' } })
  expect(PORTS.from).toBeGreaterThan(10_080)
})
