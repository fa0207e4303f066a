import { expect, test } from 'vitest'
import { openCli } from './cli.test-data'
import { toTools } from './src/mcp-tools'

const { finish, login } = openCli()

const call = (id: number, name: string, input = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: input },
})
const serve = async (args: string[], lines: object[]) => {
  const { code, out, notes } = await finish(['mcp', ...args], { lines })
  const replies = new Map(
    out
      .split('\n')
      .filter(Boolean)
      .map((line) => [JSON.parse(line).id, JSON.parse(line)]),
  )
  return {
    code,
    notes,
    resultOf: (id: number) => replies.get(id)?.result,
    errorOf: (id: number) => replies.get(id)?.error,
  }
}
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const FORBIDDEN = [
  'createToken',
  'rotateKeys',
  'rotateIndexerSecret',
  'rotateWebhookEndpointSecret',
  'allowIpAddress',
  'listAllowedIpAddresses',
  'removeAllowedIpAddress',
  'blockAddresses',
  'unblockAddress',
  'registerWallets',
  'removeWallet',
  'removeWallets',
  'signMessage',
  'createWebhookEndpoint',
  'updateWebhookEndpoint',
  'deleteWebhookEndpoint',
  'createIndexerSubscription',
  'updateIndexerSubscription',
  'deleteIndexerSubscription',
  'receiveProviderWebhook',
  'streamEvents',
]

test('offers reads alone, and no write that was not allowed is made', async () => {
  await login()
  const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} }
  const reported = { jsonrpc: '2.0', method: 'notifications/initialized' }
  const write = call(3, 'createWallets', { chainType: 'EVM' })
  const served = await serve(
    [],
    [hello, reported, LIST, call(2, 'countWallets'), write, call(4, 'getTransaction', { id: 'x' })],
  )
  expect(served.resultOf(0)).toMatchObject({ protocolVersion: expect.any(String), serverInfo: { name: 'slipway' } })
  const tools: { name: string; annotations: { readOnlyHint: boolean } }[] = served.resultOf(1).tools
  expect(tools.length).toBeGreaterThan(20)
  expect(tools.every(({ annotations }) => annotations.readOnlyHint)).toBe(true)
  expect(served.resultOf(2).content[0].text).toContain('{"count":0}')
  expect(served.errorOf(3)).toMatchObject({ message: 'No such tool' })
  expect(served.resultOf(4)).toMatchObject({ isError: true })
  expect(JSON.parse((await finish(['call', 'countWallets'])).out)).toEqual({ count: 0 })
})

test('writes need two words with a live key, and keys, secrets and the allowlist are never offered', async () => {
  await login()
  expect(await serve(['--allow-writes'], [])).toMatchObject({ code: 2, notes: expect.stringContaining('--live') })
  const served = await serve(['--allow-writes', '--live'], [LIST, call(2, 'createWallets', { chainType: 'EVM' })])
  const names: string[] = served.resultOf(1).tools.map(({ name }: { name: string }) => name)
  expect(names).toContain('createTransfer')
  expect(names.filter((name) => FORBIDDEN.includes(name))).toEqual([])
  const offered = ['signTransaction', 'createSweepRule', 'subscribe', 'mintToken', 'quotePayment', 'listPlansOfProduct']
  expect(offered.filter((name) => !names.includes(name))).toEqual([])
  expect(served.resultOf(2).content[0].text).toContain('"address"')
  const named = await serve(['--tools', 'countWallets'], [LIST])
  expect(named.resultOf(1).tools).toHaveLength(1)
  expect(await serve(['--tools', 'countWallets,createWallets'], [LIST])).toMatchObject({ code: 2 })
})

test('a model is offered no operation whose area or verb nobody has allowed', () => {
  const named = (path: string, operationId: string, scope: string, method = 'post') => ({
    [path]: { [method]: { operationId, security: [{ bearer: [] }, { oauth: [scope] }] } },
  })
  const document = {
    paths: {
      ...named('/a', 'createTransfer', 'wallet:write'),
      ...named('/b', 'signTypedData', 'wallet:write'),
      ...named('/c', 'grantAllowance', 'wallet:write'),
      ...named('/d', 'createWalletKey', 'wallet:write'),
      ...named('/e', 'updatePolicy', 'wallet:write'),
      ...named('/f', 'createTeam', 'projects:write'),
      ...named('/g', 'createFeed', 'new:write'),
      ...named('/h', 'readFeed', 'new:read'),
      ...named('/i', 'listFeeds', 'new:write', 'get'),
      '/j': { post: { operationId: 'createAnything', security: [] } },
    },
  }
  const tools = toTools({ document, areWritesAllowed: true, only: null })
  expect(tools.map(({ name }) => name)).toEqual(['createTransfer', 'readFeed'])
})
