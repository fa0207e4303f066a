import { connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { testEnvironment } from '@/server/testing/test-database'
import { postWebhook } from '@/server/webhooks/post-webhook'
import { makeGuardedAgent } from './guarded-agent'
import { FORBIDDEN_URLS } from './ssrf-urls.test-data'
import { addressProblem } from './target'

const environment = { ...testEnvironment('postgres://nowhere/none'), ALLOW_LOOPBACK_WEBHOOKS: 'false' }
for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)

const PUBLIC = '93.184.215.14'

/** Every address of this machine: loopback and those of its networks. */
const own = Object.entries(networkInterfaces()).flatMap(([card, addresses = []]) =>
  addresses.map(({ address, family, scopeid }) => ({ address, family, scope: scopeid ? `%${card}` : '' })),
)
const literals = own.flatMap(({ address, family, scope }) =>
  family === 'IPv4' ? formsOfIPv4(address) : formsOfIPv6(address, scope),
)

let connections = 0
let port = 0
const server = createServer((socket) => {
  connections += 1
  socket.destroy()
})
beforeAll(async () => {
  const isReceived = (host: string) =>
    new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen({ port: 0, host }, () => resolve(true))
    })
  // Without IPv6, the addresses that the machine has.
  if (!(await isReceived('::'))) await isReceived('0.0.0.0')
  const address = server.address()
  if (address && typeof address === 'object') port = address.port
})
afterAll(() => void server.close())
beforeEach(() => {
  connections = 0
})

function formsOfIPv4(address: string): string[] {
  const bytes = address.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  const [high, low] = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)]
  const parts = (write: (byte: number) => string, dot = '.') => bytes.map(write).join(dot)
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${whole.toString(16)}`,
    `0${whole.toString(8)}`,
    parts((byte) => `0x${byte.toString(16)}`),
    parts((byte) => `0${byte.toString(8)}`),
    parts((byte) => `000${byte.toString(8)}`),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `0x${a.toString(16)}.${b}.${c * 256 + d}`,
    ...['。', '．', '｡', '%2e'].map((dot) => parts(String, dot)),
    parts((byte) => String(byte).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))),
    parts((byte) => String(byte).replace(/\d/g, (digit) => `%3${digit}`)),
    `user:pass@${address}`,
    `hooks.customer.dev@${address}`,
    ...[
      `::ffff:${address}`,
      `::ffff:${high}:${low}`,
      `0:0:0:0:0:ffff:${high}:${low}`,
      `::ffff:0:${high}:${low}`,
      `::${address}`,
      `::${high}:${low}`,
      `64:ff9b::${address}`,
      `64:ff9b::${high}:${low}`,
      `64:ff9b:1::${high}:${low}`,
      `2002:${high}:${low}::1`,
      `2001:0:${high}:${low}::`,
      `fe80::5efe:${high}:${low}`,
    ].map((text) => `[${text}]`),
  ]
}

function formsOfIPv6(address: string, scope: string): string[] {
  const spelled = ipaddr.parse(address).toNormalizedString()
  const whole = [address, spelled, spelled.toUpperCase()].map((text) => `[${text}]`)
  return [...whole, `user@[${address}]`, `[${address}%25${scope.slice(1) || 'lo'}]`, `[${address}${scope}]`]
}

test('the listener hears who connects to an address of this machine', async () => {
  const [any] = own.filter(({ family }) => family === 'IPv4')
  await new Promise<void>((resolve) =>
    connect({ host: any?.address, port })
      .once('close', () => resolve())
      .resume(),
  )
  expect(connections).toBe(1)
})

test('no form of an address of this machine is connected to, by the check of the URL or by the socket’s guard alone', async () => {
  const at = (url: string) => url.replaceAll('{port}', String(port))
  const here = literals.flatMap((host) => ['https', 'http'].map((scheme) => at(`${scheme}://${host}:{port}/`)))
  expect(new Set(here).size).toBeGreaterThan(60)
  // Whatever name it is, it leads here.
  const agent = makeGuardedAgent(async () => own.map(({ address }) => address))
  for (const url of [...Object.values(FORBIDDEN_URLS).flat().map(at), ...here]) {
    const result = await postWebhook({ url, headers: {}, body: '{}' }, { agent })
    expect(result, url).toMatchObject({ httpStatus: null, error: expect.stringMatching(/^Refused: /) })
  }
  for (const url of here.filter((one) => URL.canParse(one))) {
    const asked = agent.request({ origin: new URL(url).origin, path: '/', method: 'POST', body: '{}' })
    await expect(asked, url).rejects.toMatchObject({ name: 'ForbiddenTargetError' })
  }
  await agent.destroy()
  expect(connections).toBe(0)
})

test('a name that resolves to another address each time reaches none of its private addresses', async () => {
  for (const { address } of own) {
    for (const answers of [
      [[PUBLIC], [address]],
      [[PUBLIC], [address, PUBLIC]],
      [[PUBLIC], [PUBLIC, address]],
    ]) {
      const left = [...answers]
      const resolve = async () => left.shift() ?? [address]
      expect(await addressProblem('rebind.customer.dev', resolve)).toBeNull()
      const agent = makeGuardedAgent(resolve)
      const origin = `http://rebind.customer.dev:${port}`
      await expect(agent.request({ origin, path: '/', method: 'POST' })).rejects.toMatchObject({
        name: 'ForbiddenTargetError',
      })
      await agent.destroy()
    }
  }
  expect(connections).toBe(0)
})
