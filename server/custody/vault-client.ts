import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { z } from 'zod'
import type { VaultSettings } from '@/server/environment/vault-variables'
import { KeyUnusableError } from './key-fault'
import { isTransientAnswer, VaultAnswer, type VaultSend } from './vault-answer'
import { vaultSession } from './vault-session'

export type VaultClient = {
  /**
   * Posts to a path below `/v1/` and returns `data` of the response. Throws `VaultAnswer`, or the error of the network.
   */
  write: (path: string, body: object) => Promise<Record<string, unknown>>
}

/** Everything counted: connecting, waiting and reading. */
const CALL_LIMIT_MS = 5_000
const TRIES = 3
const FIRST_WAIT_MS = 100

const answer = z.object({ data: z.record(z.string(), z.unknown()) })
const errors = z.object({ errors: z.array(z.string()) })

/** A client of one Vault server. It logs in when required, and retries when a response allows it. */
export function vaultClient(settings: VaultSettings): VaultClient {
  const send = sender(settings)
  const session = vaultSession(settings.login, send)
  return {
    async write(path, body) {
      const token = await session.token()
      const reply = await send(path, body, token).catch(async (error: unknown) => {
        if (!(error instanceof VaultAnswer) || error.status !== 403) throw error
        // The token may have ended early: a fresh login distinguishes that from a policy.
        return send(path, body, await session.replace(token, error))
      })
      return answer.parse(reply).data
    },
  }
}

function sender({ address, namespace, caFile }: VaultSettings): VaultSend {
  let agent: Agent | undefined
  const headers = { 'x-vault-request': 'true', ...(namespace && { 'x-vault-namespace': namespace }) }
  return async (path, body, token) => {
    agent ??= new Agent({ connections: 8, connect: { timeout: 2_000, ...(caFile && { ca: readCa(caFile) }) } })
    const signal = AbortSignal.timeout(CALL_LIMIT_MS)
    for (let tried = 1; ; tried++) {
      try {
        const reply = await request(`${address}/v1/${path}`, {
          method: body ? 'POST' : 'GET',
          dispatcher: agent,
          signal,
          headers: {
            ...headers,
            ...(body && { 'content-type': 'application/json' }),
            ...(token && { 'x-vault-token': token }),
          },
          ...(body && { body: JSON.stringify(body) }),
        })
        const text = await reply.body.text()
        if (reply.statusCode === 200) return JSON.parse(text)
        throw new VaultAnswer(reply.statusCode, problemIn(text), path)
      } catch (error) {
        if (!mayRepeat(error) || tried === TRIES) throw named(error)
        await wait(FIRST_WAIT_MS * tried, undefined, { signal })
      }
    }
  }
}

/** Encrypting and decrypting change nothing, so that both can be retried. */
function mayRepeat(error: unknown): boolean {
  if (error instanceof VaultAnswer) return isTransientAnswer(error)
  return codeOf(error) === 'UND_ERR_SOCKET' || codeOf(error) === 'ECONNRESET' || codeOf(error) === 'ECONNREFUSED'
}

/** A certificate that is not accepted is a fault of the set-up, and stays. */
const CERTIFICATE = /^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

function named(error: unknown): unknown {
  return CERTIFICATE.test(codeOf(error)) ? new KeyUnusableError(codeOf(error), { cause: error }) : error
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new KeyUnusableError(`VAULT_CACERT: ${codeOf(error)}`, { cause: error })
  }
}

function problemIn(text: string): string {
  try {
    return errors.parse(JSON.parse(text)).errors.join('; ')
  } catch {
    return ''
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
