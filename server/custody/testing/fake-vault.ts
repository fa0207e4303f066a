import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { seal } from '@/server/custody/seal'
import { unseal } from '@/server/custody/unseal'

const call = z.record(z.string(), z.string())

/** One call: path below /v1/, the token and namespace it came with, its body. */
type Seen = { path: string; token: string | undefined; namespace: string | undefined; body: Record<string, string> }
/** An error that every call gets instead, in the format of Vault's HTTP API: `{"errors": [...]}`. */
export type VaultError = { status: number; errors: string[] }

export type FakeVault = Awaited<ReturnType<typeof startFakeVault>>

const KEY_BYTES = 32

/**
 * A fake of the parts of Vault's HTTP API that custody uses: two login methods, tokens with a lease, and two transit
 * keys with versions.
 */
export async function startFakeVault({ leaseSeconds = 3_600 } = {}) {
  const ofSlipway = [Buffer.alloc(KEY_BYTES, 5)]
  const keys = new Map([
    ['slipway', ofSlipway],
    ['slipway-next', [Buffer.alloc(KEY_BYTES, 77)]],
  ])
  const tokens = new Set(['static'])
  const seen: Seen[] = []
  const errors: (VaultError | 'silent')[] = []
  let lasting: VaultError | 'silent' | null = null
  let leastVersion = 1
  let interruption: (() => Promise<unknown>) | null = null

  function transit(path: string, body: Record<string, string>): [number, object] {
    const binding = { associated: body.associated_data ?? '' }
    const [verb, name] = path.split('/').slice(1)
    if (path.split('/')[0] !== 'transit') return refused(404, `no handler for route "${path}". route entry not found.`)
    const versions = keys.get(name ?? '')
    if (!versions) return refused(verb === 'decrypt' ? 400 : 404, 'encryption key not found')
    if (verb === 'encrypt') {
      const sealed = seal(versions.at(-1) ?? Buffer.alloc(0), Buffer.from(body.plaintext ?? '', 'base64'), binding)
      const ciphertext = `vault:v${versions.length}:${Buffer.from(sealed).toString('base64')}`
      return [200, wrapped({ ciphertext, key_version: versions.length })]
    }
    const [, version = '', sealed = ''] = /^vault:v(\d+):(.+)$/.exec(body.ciphertext ?? '') ?? []
    if (version === '') return refused(400, 'invalid ciphertext: no prefix')
    if (Number(version) > versions.length) return refused(400, 'invalid ciphertext: version is too new')
    if (Number(version) < leastVersion)
      return refused(400, 'ciphertext or signature version is disallowed by policy (too old)')
    try {
      const opened = unseal(versions[Number(version) - 1] ?? Buffer.alloc(0), Buffer.from(sealed, 'base64'), binding)
      return [200, wrapped({ plaintext: Buffer.from(opened).toString('base64') })]
    } catch {
      return refused(400, 'cipher: message authentication failed')
    }
  }

  function newToken(): [number, object] {
    const token = `hvs.${tokens.size}`
    tokens.add(token)
    return [200, { ...wrapped(null), auth: { client_token: token, lease_duration: leaseSeconds, renewable: true } }]
  }

  function answerOf({ path, token, body }: Seen): [number, object] {
    if (path === 'auth/approle/login')
      return body.secret_id === 'right' ? newToken() : refused(400, 'invalid role or secret ID')
    if (path === 'auth/kubernetes/login') return body.jwt ? newToken() : refused(400, 'missing jwt')
    if (token === undefined || !tokens.has(token)) return refused(403, 'permission denied')
    if (path === 'auth/token/lookup-self') return [200, wrapped({ ttl: leaseSeconds, renewable: true })]
    if (path === 'auth/token/renew-self')
      return [200, { ...wrapped(null), auth: { client_token: token, lease_duration: leaseSeconds, renewable: true } }]
    return transit(path, body)
  }

  const server = createServer(async (request, response) => {
    const taken = await read(request)
    seen.push(taken)
    const interrupt = taken.path.startsWith('transit/') ? interruption : null
    if (interrupt) interruption = null
    await interrupt?.()
    const error = errors.shift() ?? lasting
    if (error === 'silent') return
    if (error && !taken.path.startsWith('auth/')) return answer(response, error.status, { errors: error.errors })
    answer(response, ...answerOf(taken))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // a listening TCP server has this form
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    paths: () => seen.map(({ path }) => path),
    /** Sets the answer to every later call of the transit engine; null: it works. */
    become(error: VaultError | 'silent' | null): void {
      lasting = error
    },
    /** Sets the errors of the next calls, one each. */
    failNext(...next: VaultError[]): void {
      errors.push(...next)
    },
    /** Runs this before the next call of the transit engine is answered. */
    interrupt(work: () => Promise<unknown>): void {
      interruption = work
    },
    rotate: () => ofSlipway.push(Buffer.alloc(KEY_BYTES, ofSlipway.length + 5)),
    forbidBelow(version: number): void {
      leastVersion = version
    },
    /** Ends every token that was handed out. */
    revokeTokens: () => tokens.clear(),
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function read(request: IncomingMessage): Promise<Seen> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const header = (name: string) => request.headers[name]?.toString()
  return {
    path: (request.url ?? '').replace(/^\/v1\//, ''),
    token: header('x-vault-token'),
    namespace: header('x-vault-namespace'),
    body: call.parse(JSON.parse(Buffer.concat(chunks).toString() || '{}')),
  }
}

/** The envelope of a success. */
function wrapped(data: object | null) {
  return { request_id: 'r1', lease_id: '', renewable: false, lease_duration: 0, data, warnings: null }
}

function refused(status: number, ...errors: string[]): [number, object] {
  return [status, { errors }]
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
