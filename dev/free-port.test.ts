import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { findFreePort } from './free-port'

it('takes the preferred port when it is free and another one when it is taken', async () => {
  const preferred = await findFreePort()
  expect(await findFreePort(preferred)).toBe(preferred)
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(preferred, '127.0.0.1', resolve))
  const other = await findFreePort(preferred)
  expect(other).not.toBe(preferred)
  expect(other).toBeGreaterThan(0)
  await new Promise((resolve) => holder.close(resolve))
})
