import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../..')
const KB = 1_000

/** A project that has installed the package. */
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sdk-'))
  await run('npm', ['pack', '--pack-destination', folder, '--loglevel', 'error'], { cwd: import.meta.dirname })
  await mkdir(join(folder, 'node_modules/@slipway'), { recursive: true })
  await run('tar', ['xzf', join(folder, 'slipway-sdk-1.0.0.tgz'), '-C', folder])
  await symlink(join(folder, 'package'), join(folder, 'node_modules/@slipway/sdk'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const PROGRAM = `
const client = sdk.createClient({ apiKey: 'sk_live_x', baseUrl: 'https://api.example.com' })
const error = await webhooks.verifyWebhook({ body: '{}', headers: {}, secret: { raw: 'sixteen letters!' } }).catch((thrown) => thrown)
console.log(typeof client.createTransfer, error instanceof sdk.WebhookVerificationError)`

test('the package as it is published runs in both module systems', async () => {
  const esm = `import * as sdk from '@slipway/sdk'\nimport * as webhooks from '@slipway/sdk/webhooks'${PROGRAM}`
  const names = `const sdk = require('@slipway/sdk'), webhooks = require('@slipway/sdk')`
  await writeFile(join(folder, 'esm.mjs'), esm)
  await writeFile(join(folder, 'cjs.cjs'), `${names}\n;(async () => {${PROGRAM}\n})()`)
  for (const file of ['esm.mjs', 'cjs.cjs']) {
    const { stdout } = await run(process.execPath, [file], { cwd: folder })
    expect([file, stdout.trim()]).toEqual([file, 'function true'])
  }
})

/** The globals of an edge runtime that the package may use: none of them belongs to Node alone. */
const WEB = {
  fetch,
  Headers,
  URL,
  URLSearchParams,
  crypto,
  TextEncoder,
  TextDecoder,
  atob,
  btoa,
  AbortController,
  AbortSignal,
  setTimeout,
  clearTimeout,
}
/** Makes a call that takes a token, a key and a body; then signs and verifies a webhook. */
const ON_THE_EDGE = `(async () => {
  const client = sdk.createClient({ apiKey: 'sk_live_x', baseUrl })
  const made = await client.createWallets({ chainType: 'EVM', count: 1 })
  const [body, secret, timestamp] = ['{"type":"payment.settled"}', { raw: 'sixteen letters!' }, Math.floor(Date.now() / 1000)]
  const headers = await sdk.signWebhook({ id: 'msg_1', timestamp, body, secret })
  const event = await sdk.verifyWebhook({ body, headers, secret })
  return JSON.stringify({ made, type: event.type, node: [typeof process, typeof Buffer, typeof require] })
})()`

test('a worker on the edge calls the API with web globals alone', async () => {
  const { outputFiles, warnings } = await build({
    stdin: { contents: "export * from '@slipway/sdk'", resolveDir: folder },
    bundle: true,
    platform: 'neutral',
    format: 'iife',
    globalName: 'sdk',
    write: false,
    target: 'es2022',
  })
  expect(warnings).toEqual([])
  const asked: unknown[][] = []
  const server = createServer(async (incoming, outgoing) => {
    const { authorization, 'idempotency-key': key } = incoming.headers
    asked.push([incoming.url, authorization, key, await text(incoming)])
    outgoing.setHeader('content-type', 'application/json')
    const token = { access_token: 'token-1', token_type: 'Bearer', expires_in: 600 }
    const made = { status: true, message: 'Done', data: [{ addressIndex: 0 }] }
    outgoing.end(JSON.stringify(incoming.url === '/v1/oauth/token' ? token : made))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  // Edge runtimes refuse code from strings.
  const context = createContext({ ...WEB, baseUrl: `http://127.0.0.1:${port}` }, { codeGeneration: { strings: false } })
  runInContext(outputFiles[0]?.text ?? '', context)
  const result: string = await runInContext(ON_THE_EDGE, context)
  expect(JSON.parse(result)).toEqual({
    made: [{ addressIndex: 0 }],
    type: 'payment.settled',
    node: ['undefined', 'undefined', 'undefined'],
  })
  const key = expect.stringMatching(/^[0-9a-f-]{36}$/)
  expect(asked).toEqual([
    ['/v1/oauth/token', undefined, undefined, expect.stringContaining('sk_live_x')],
    ['/v1/wallet/hd/generate', 'Bearer token-1', key, '{"chainType":"EVM","count":1}'],
  ])
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

test("its types are found by Node's resolution, and unions of a body are told apart", async () => {
  const lines = [
    "import { createClient, type WebhookEvent } from '@slipway/sdk'",
    "import { verifyWebhook } from '@slipway/sdk/webhooks'",
    "const client = createClient({ apiKey: 'k', baseUrl: 'https://api.example.com' })",
    "const evm = { chainType: 'EVM', fromAddress: 0, toAddress: '0x', amount: '1', chainId: 1 } as const",
    'export const id: Promise<string> = client.createTransfer(evm).then((transaction) => transaction.id)',
    '// @ts-expect-error: an EVM transfer names its chain.',
    "client.createTransfer({ chainType: 'EVM', fromAddress: 0, toAddress: '0x', amount: '1' })",
    '// @ts-expect-error: an amount is a string.',
    'client.createTransfer({ ...evm, amount: 1 })',
    "client.subscribe({ purpose: 'WALLET_TOPUP', amountUsd: 5 }).then((accounts) => {",
    "  for (const one of accounts) console.log(one.kind === 'FIAT' ? one.accountNumber : one.address)",
    '})',
    "export const hash = (event: WebhookEvent) => (event.type === 'wallet.transfer.completed' ? event.data.txHash : null)",
    'for await (const wallet of client.listWallets()) console.log(wallet.addressIndex + 1)',
    "verifyWebhook({ body: '', headers: new Headers(), secret: { raw: 'x' } }).then(hash)",
  ]
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
  }
  await writeFile(join(folder, 'program.mts'), lines.join('\n'))
  await writeFile(join(folder, 'program.cts'), lines.filter((line) => !line.startsWith('for await')).join('\n'))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['program.*'] }))
  const { stdout } = await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder]).catch(Object)
  expect(stdout).toBe('')
})

test('the snippets of its README compile as they stand, in a strict program', async () => {
  const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8')
  const snippets = Array.from(readme.matchAll(/^```ts\n(.*?)^```$/gms), ([, code = '']) => code)
  expect(snippets).toHaveLength(2)
  const own = join(folder, 'readme')
  await mkdir(own)
  const global = 'declare const process: { env: Record<string, string | undefined> }\n'
  for (const [n, code] of snippets.entries()) await writeFile(join(own, `${n}.mts`), `${global}${code}`)
  const lib = ['es2022', 'dom', 'dom.iterable']
  const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', lib, types: [] }
  await writeFile(join(own, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }))
  const { stdout } = await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', own]).catch(Object)
  expect(stdout).toBe('')
})

test.each([
  ['@slipway/sdk', 15],
  ['@slipway/sdk/webhooks', 3],
])('%s is at most %s KB, minified and compressed', async (name, atMostKb) => {
  const entry = { contents: `export * from '${name}'`, resolveDir: folder }
  const { outputFiles } = await build({
    stdin: entry,
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    target: 'es2022',
  })
  const size = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
  expect(size).toBeGreaterThan(KB)
  expect(size).toBeLessThanOrEqual(atMostKb * KB)
})

test('nothing but what is published is in the package', async () => {
  const { stdout } = await run('tar', ['tzf', join(folder, 'slipway-sdk-1.0.0.tgz')])
  const files = stdout
    .trim()
    .split('\n')
    .map((file) => file.replace(/^package\//, ''))
  expect(files.filter((file) => !file.startsWith('dist/')).sort()).toEqual([
    'LICENSE',
    'README.md',
    'package.json',
    'webhook-vectors.json',
  ])
  expect(files.filter((file) => /test|\.ts$/.test(file) && !/\.d\.ts$/.test(file))).toEqual([])
})
