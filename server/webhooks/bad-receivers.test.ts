import { createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BadReceivers, type FailureMode, startBadReceivers } from '@/dev/testing/bad-receivers'
import { answering } from '@/dev/testing/webhook-receiver'
import { workerCtx } from '@/server/ctx'
import { enqueueMessage, makeDue, readMessage } from '@/server/testing/messages'
import { openWebhookWorld } from '@/server/testing/webhook-world'
import { dispatchWebhooks } from './dispatch'

const world = openWebhookWorld()
/** For those that never answer; what does answer has the time of every delivery. */
const SHORT = { timeoutMs: 1_500 }
const SILENT: FailureMode[] = ['hangs', 'dripsItsHead', 'dripsItsBody']

let bad: BadReceivers
beforeAll(async () => {
  bad = await startBadReceivers()
  return () => bad.close()
})

const tried = async (id: string) => {
  const { message, attempts } = await readMessage(id)
  const [attempt] = attempts
  return { status: message.status, httpStatus: attempt?.httpStatus, error: attempt?.error, attempts: attempts.length }
}

describe('a receiver that', () => {
  test.each<[FailureMode, string, number | null, string | null]>([
    ['hangs', 'pending', null, 'No answer in time'],
    ['dripsItsHead', 'pending', null, 'No answer in time'],
    ['neverEndsItsHead', 'pending', null, 'The connection failed (UND_ERR_HEADERS_OVERFLOW)'],
    ['talksNonsense', 'pending', null, 'The connection failed (HTTPParserError)'],
    ['breaksOff', 'pending', null, 'The connection failed (ECONNRESET)'],
    ['breaksOffItsBody', 'pending', 500, 'The destination returned 500'],
    // Its status says that it has the message.
    ['dripsItsBody', 'delivered', 200, null],
    ['sends50MB', 'delivered', 200, null],
  ])('%s leaves its message %s, and holds up nobody else', async (way, status, httpStatus, error) => {
    const id = await enqueueMessage(world.owner, bad.url(way))
    const other = await enqueueMessage(world.owner, world.receiver.url)
    await dispatchWebhooks(workerCtx(), SILENT.includes(way) ? SHORT : {})
    expect(await tried(id)).toEqual({ status, httpStatus, error, attempts: 1 })
    expect(await tried(other)).toMatchObject({ status: 'delivered' })
  })

  test('has no TLS where it should gets nothing', async () => {
    const id = await enqueueMessage(world.owner, bad.url('talksNonsense', 'https'))
    await dispatchWebhooks(workerCtx())
    expect(await tried(id)).toMatchObject({
      status: 'pending',
      httpStatus: null,
      error: expect.stringMatching(/^The connection failed \(/),
    })
  })
})

describe('a receiver that answers', () => {
  let server: Server
  let visits = 0
  let port = 0
  beforeAll(async () => {
    server = createServer((socket) => {
      visits += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
    const address = server.address()
    if (address && typeof address === 'object') port = address.port
  })
  afterAll(() => void server.close())

  const own = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address
  const places = [
    'http://169.254.169.254/latest/meta-data/',
    `http://${own ?? '127.0.0.1'}:{port}/`,
    '//127.0.0.1:{port}/',
  ]

  test.each([301, 302, 303, 307, 308].flatMap((status) => places.map((place) => [status, place] as const)))(
    '%i with %s is followed nowhere',
    async (status, place) => {
      world.receiver.answer(answering(status, { location: place.replace('{port}', String(port)) }))
      const id = await enqueueMessage(world.owner, world.receiver.url)
      await dispatchWebhooks(workerCtx())
      expect(await tried(id)).toMatchObject({ status: 'pending', httpStatus: status })
      expect(world.receiver.visits).toHaveLength(1)
      expect(visits).toBe(0)
    },
  )
})

test('a receiver that comes and goes gets every message, each until it took it and never after', async () => {
  const ids: string[] = []
  const accepted: string[] = []
  let visit = 0
  world.receiver.answer(({ headers }, response) => {
    visit += 1
    if (visit % 4 === 1) return void response.socket?.resetAndDestroy()
    if (visit % 4 === 2) return void response.writeHead(503).end()
    if (visit % 4 === 3) return void response.socket?.end()
    accepted.push(headers['webhook-id'] ?? '')
    response.writeHead(200).end()
  })
  for (let n = 0; n < 6; n++) ids.push(await enqueueMessage(world.owner, world.receiver.url))
  for (let round = 0; round < 10 && accepted.length < ids.length; round++) {
    for (const id of ids) if ((await readMessage(id)).message.status === 'pending') await makeDue(id)
    await dispatchWebhooks(workerCtx())
  }
  expect(accepted.toSorted()).toEqual(ids.toSorted())
  const ends = await Promise.all(ids.map(readMessage))
  expect(ends.every(({ message }) => message.status === 'delivered')).toBe(true)
  expect(ends.reduce((sum, { attempts }) => sum + attempts.length, 0)).toBe(visit)
})
