import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { untilReady } from './until-ready'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** An app that is not ready for the first few questions. */
async function appThatIsLate(refusals: number): Promise<{ url: string; asked: () => number }> {
  let asked = 0
  server = createServer((_incoming, outgoing) => {
    asked += 1
    outgoing.writeHead(asked > refusals ? 200 : 503).end('{"checks":{"jobs":"not_registered"}}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, asked: () => asked }
}

it('waits until the app says that it can do everything', async () => {
  const app = await appThatIsLate(2)
  await untilReady(app.url, new AbortController().signal)
  expect(app.asked()).toBe(3)
})

it('ends with the stack', async () => {
  const app = await appThatIsLate(Number.POSITIVE_INFINITY)
  const ending = new AbortController()
  const waiting = untilReady(app.url, ending.signal)
  ending.abort()
  await expect(waiting).rejects.toThrow('aborted')
})

it('says what the app answered when it does not get ready', async () => {
  const app = await appThatIsLate(Number.POSITIVE_INFINITY)
  await expect(untilReady(app.url, new AbortController().signal, 200)).rejects.toThrow(
    'The app did not get ready within 0.2 seconds: 503 {"checks":{"jobs":"not_registered"}}',
  )
})
