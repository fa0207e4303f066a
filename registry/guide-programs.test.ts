import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { contractsGuide } from '@/components/guides/contracts-guide'
import { pagesCode, refusalCode, retryCode } from '@/components/guides/everyday-code'
import { codeOf, type GuideCode } from '@/components/guides/guide'
import { readContractBody } from '@/schemas/contracts/contract'
import { signMessageBody } from '@/schemas/messages/contract'
import { callContractBody } from '@/server/contracts/call-body'

const SDK = resolve(import.meta.dirname, '../packages/sdk/src/index.ts')
const run = promisify(execFile)
const address = z.object({ port: z.number() })
const TOKEN = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const has = (command: string) => spawnSync(command, ['--version']).status === 0

let folder: string
let baseUrl: string
const keys: string[] = []
const bodies = new Map<string, unknown>()
const transaction = (id: string) => ({ id, status: 'COMPLETED' })

/** Answers what the code of the guides asks for: a wallet by its key, two pages of transactions, and a refusal. */
const api = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  const body = await text(request)
  if (body) bodies.set(pathname, JSON.parse(body))
  const key = String(request.headers['idempotency-key'] ?? '')
  const isReplay = keys.includes(key)
  if (pathname === '/v1/wallet/hd/generate') keys.push(key)
  const send = (status: number, body: object) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': 'req-1',
      ...(isReplay && { 'idempotent-replayed': 'true' }),
    })
    response.end(JSON.stringify(body))
  }
  const done = (data: unknown) => send(200, { status: true, message: 'Done', data })
  const isLast = searchParams.get('cursor') === 'second'
  const pagination = { limit: 100, hasMore: !isLast, nextCursor: isLast ? null : 'second' }
  if (pathname === '/v1/oauth/token') return send(200, { access_token: 'ey.to.ken', expires_in: 600 })
  if (pathname === '/v1/wallet/hd/generate') return done([{ address: `0x${key}`, addressIndex: 7 }])
  if (pathname === '/v1/wallet/hd') return done({ items: [{ address: '0xwallet' }], total: 1, page: 1, pageSize: 100 })
  if (pathname === '/v1/wallet/transaction/history')
    return done({ items: [transaction(isLast ? 'older' : 'newer')], pagination })
  if (pathname === '/v1/wallet/chains') return done([{ chainId: 84_532, tokens: [{ address: TOKEN }] }])
  if (pathname === '/v1/wallet/contract/read') return done({ result: ['5'] })
  if (pathname === '/v1/wallet/contract/call') return done({ ...transaction('call'), txHash: '0xhash' })
  if (pathname === '/v1/wallet/hd/sign-message') return done({ address: '0xwallet', signature: '0xsigned' })
  return send(402, { status: false, message: 'Insufficient balance', code: 'balance_insufficient' })
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'everyday-'))
  await new Promise<void>((listening) => api.listen(0, '127.0.0.1', listening))
  baseUrl = `http://127.0.0.1:${address.parse(api.address()).port}`
})
afterAll(async () => {
  api.close()
  await rm(folder, { recursive: true })
})

/** The output of the code in one language, run as it is printed. */
async function outputOf(codes: readonly GuideCode[], language: string): Promise<string> {
  const code = codes.find((one) => one.language === language)?.code ?? ''
  const file = join(folder, language === 'TypeScript' ? 'code.mts' : 'code')
  await writeFile(file, code.replace("'@slipway/sdk'", JSON.stringify(SDK)))
  const [command = '', args = []] = COMMANDS[language] ?? []
  const env = { ...process.env, TOKEN: 'ey.to.ken', SLIPWAY_API_KEY: 'sk_live_x' }
  return (await run(command, [...args, file], { env, timeout: 60_000 })).stdout
}

const COMMANDS: Record<string, [command: string, args: string[]]> = {
  curl: ['sh', []],
  Python: ['python3', []],
  TypeScript: [process.execPath, ['--import', 'tsx']],
}

test.runIf(has('curl'))('in a shell, the second call is a replay of the first', async () => {
  const output = await outputOf(retryCode(baseUrl), 'curl')
  expect(output.match(/"addressIndex":7/g)).toHaveLength(2)
  expect(output.match(/idempotent-replayed: true/gi)).toHaveLength(1)
})

test('in TypeScript, the second call is a replay of the first', async () => {
  expect(await outputOf(retryCode(baseUrl), 'TypeScript')).toBe('true true\n')
})

test.runIf(has('curl'))('in a shell, all pages are read, and no more', async () => {
  const output = await outputOf(pagesCode(baseUrl), 'curl')
  expect(output.match(/newer|older/g)).toEqual(['newer', 'older'])
})

test('in TypeScript, all pages are read', async () => {
  expect(await outputOf(pagesCode(baseUrl), 'TypeScript')).toBe('newer COMPLETED\nolder COMPLETED\n0xwallet\n')
})

test('in TypeScript, a refusal is told by its code', async () => {
  expect(await outputOf(refusalCode(baseUrl), 'TypeScript')).toContain('Top up the USD balance')
})

test.runIf(has('python3'))('in Python, a refusal is told by its code', async () => {
  expect(await outputOf(refusalCode(baseUrl), 'Python')).toContain('Top up the USD balance')
})

test('in TypeScript, a contract is read and called with bodies that are taken', async () => {
  const [callCode] = codeOf(contractsGuide(baseUrl))
  const code = [{ title: '', language: 'TypeScript', code: callCode?.code ?? '' }]
  expect(await outputOf(code, 'TypeScript')).toBe("[ '5' ]\nCOMPLETED 0xhash\n")
  expect(readContractBody.parse(bodies.get('/v1/wallet/contract/read'))).toMatchObject({ to: TOKEN })
  expect(callContractBody.parse(bodies.get('/v1/wallet/contract/call'))).toMatchObject({ to: TOKEN })
})

test.each(['curl', 'TypeScript'])('in %s, typed data is signed with a body that is taken', async (language) => {
  if (language === 'curl' && !has('curl')) return
  bodies.clear()
  expect(await outputOf(codeOf(contractsGuide(baseUrl)), language)).toContain('0xsigned')
  expect(signMessageBody.parse(bodies.get('/v1/wallet/hd/sign-message'))).toMatchObject({ kind: 'typedData' })
})
