import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testEnvironment } from '@/server/testing/test-database'
import { postWebhook } from '@/server/webhooks/post-webhook'
import { makeGuardedAgent } from './guarded-agent'
import { FORBIDDEN_ADDRESSES, FORBIDDEN_URLS } from './ssrf-urls.test-data'
import { addressProblem, checkWebhookTarget, formProblem, isAllowedAddress } from './target'

const environment = { ...testEnvironment('postgres://nowhere/none'), ALLOW_LOOPBACK_WEBHOOKS: 'false' }
for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)

const PUBLIC = ['93.184.215.14', '8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8']
const urls = Object.entries(FORBIDDEN_URLS).flatMap(([kind, list]) => list.map((url) => [kind, url] as const))

/** Counts who connects to any loopback address of this machine. */
let connections = 0
let port = 0
const listeners: Server[] = []

beforeAll(async () => {
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ port, host }, resolve)
    }).then(
      () => {
        const address = server.address()
        if (address && typeof address === 'object') port = address.port
        listeners.push(server)
      },
      // Not every machine has IPv6.
      () => {},
    )
  }
})
beforeEach(() => {
  connections = 0
})
afterAll(() => {
  for (const server of listeners) server.close()
})

const at = (url: string) => url.replaceAll('{port}', String(port))
const post = (url: string, options: Parameters<typeof postWebhook>[1] = {}) =>
  postWebhook({ url, headers: {}, body: '{}' }, options)

describe('a forbidden target', () => {
  it.each(urls)('is refused at registration and at delivery, without a connection: %s, %s', async (_kind, url) => {
    await expect(checkWebhookTarget('webhookUrl', at(url))).rejects.toMatchObject({
      code: 'invalid',
      errors: [expect.stringMatching(/^webhookUrl: /)],
    })
    // The name resolves to a public address here: what refuses is the form alone.
    const agent = makeGuardedAgent(async () => ['127.0.0.1'])
    const result = await post(at(url), { agent })
    expect(result).toMatchObject({ httpStatus: null, error: expect.stringMatching(/^Refused: /) })
    await agent.destroy()
    expect(connections).toBe(0)
  })

  it.each(FORBIDDEN_ADDRESSES)('is refused when its name leads to %s, alone or among public ones', async (address) => {
    for (const addresses of [[address], ['93.184.215.14', address], [address, '8.8.8.8']]) {
      expect(await addressProblem('hooks.customer.dev', async () => addresses)).toBe('must be a public host')
      const agent = makeGuardedAgent(async () => addresses)
      const result = await post('https://hooks.customer.dev/', { agent })
      expect(result.error).toBe('Refused: hooks.customer.dev does not lead to a public address')
      await agent.destroy()
    }
    expect(connections).toBe(0)
  })

  it('is refused by the agent itself when it is a literal, which never passes a resolver', async () => {
    const agent = makeGuardedAgent(async () => ['8.8.8.8'])
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]']) {
      await expect(
        agent.request({ origin: `http://${host}:${port}`, path: '/', method: 'POST', body: '{}' }),
      ).rejects.toMatchObject({ name: 'ForbiddenTargetError' })
    }
    await agent.destroy()
    expect(connections).toBe(0)
  })

  it('does not get in by answering the check with a public address and the delivery with a private one', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.1']]
    const resolve = async () => answers.shift() ?? ['127.0.0.1']
    expect(await addressProblem('rebind.customer.dev', resolve)).toBeNull()
    const agent = makeGuardedAgent(resolve)
    const result = await post('https://rebind.customer.dev/', { agent })
    expect(result.error).toMatch(/^Refused: /)
    await agent.destroy()
    expect(connections).toBe(0)
  })
})

describe('a sound target', () => {
  it.each([
    'https://hooks.customer.dev/',
    'https://hooks.customer.dev:443/in?x=1',
    'https://hooks.customer.dev./',
    'https://HOOKS.customer.dev/#part',
    'https://bücher.example.org/',
    `https://hooks.customer.dev/${'a'.repeat(2_048 - 'https://hooks.customer.dev/'.length)}`,
  ])('passes: %s', async (url) => {
    expect(formProblem(url)).toBeNull()
    expect(await addressProblem(new URL(url).hostname, async () => PUBLIC)).toBeNull()
  })

  it('passes however often it is asked', () => {
    // Node 20 answers `URL.canParse` otherwise from about the 4,000th time on.
    const problems = new Set(Array.from({ length: 20_000 }, () => formProblem('https://bücher.example.org/')))
    expect([...problems]).toEqual([null])
  })

  it.each(PUBLIC)('may be at %s', (address) => {
    expect(isAllowedAddress(address)).toBe(true)
  })

  it('is refused with another word when its name cannot be resolved', async () => {
    const unknown = async () => Promise.reject(new Error('ENOTFOUND'))
    expect(await addressProblem('nobody.customer.dev', unknown)).toBe('its host cannot be resolved')
    expect(await addressProblem('nobody.customer.dev', async () => [])).toBe('its host cannot be resolved')
  })
})
