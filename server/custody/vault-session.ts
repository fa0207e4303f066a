import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { VaultLogin } from '@/server/environment/vault-variables'
import { KeyUnusableError } from './key-fault'
import type { VaultAnswer, VaultSend } from './vault-answer'

type Held = { token: string; isRenewable: boolean; renewAtMs: number; endsAtMs: number }

const auth = z.object({
  auth: z.object({ client_token: z.string(), lease_duration: z.number(), renewable: z.boolean() }),
})
const lookupAnswer = z.object({ data: z.object({ ttl: z.number(), renewable: z.boolean() }) })

/** Holds the token of a Vault server: renewed once half of its lease is over, replaced by a new login if that fails. */
export function vaultSession(login: VaultLogin, send: VaultSend) {
  let held: Promise<Held> | undefined

  /** One login or renewal at a time, however many wait for it. */
  function take(next: () => Promise<Held>): Promise<Held> {
    const taken = next()
    held = taken
    taken.catch(() => {
      if (held === taken) held = undefined
    })
    return taken
  }

  return {
    async token(): Promise<string> {
      held ??= take(() => logIn(login, send))
      const mine = held
      const now = await mine
      if (held !== mine || Date.now() < now.renewAtMs) return (await (held ?? mine)).token
      return (await take(() => renew(now, login, send))).token
    },
    /** A new token to replace the refused one. Throws the refusal if a new token cannot help. */
    async replace(refused: string, error: VaultAnswer): Promise<string> {
      const now = await held?.catch(() => null)
      if (now && now.token !== refused) return now.token
      if (login.method === 'token') throw error
      return (await take(() => logIn(login, send))).token
    },
  }
}

async function logIn(login: VaultLogin, send: VaultSend): Promise<Held> {
  switch (login.method) {
    case 'token': {
      const { data } = lookupAnswer.parse(await send('auth/token/lookup-self', null, login.token))
      return hold(login.token, data.ttl, data.renewable)
    }
    case 'approle':
      return logInAt(login.mount, { role_id: login.roleId, secret_id: login.secretId }, send)
    case 'kubernetes':
      return logInAt(login.mount, { role: login.role, jwt: readToken(login.tokenFile) }, send)
    default:
      return login satisfies never
  }
}

async function logInAt(mount: string, body: object, send: VaultSend): Promise<Held> {
  const { client_token, lease_duration, renewable } = auth.parse(await send(`auth/${mount}/login`, body, null)).auth
  return hold(client_token, lease_duration, renewable)
}

async function renew(held: Held, login: VaultLogin, send: VaultSend): Promise<Held> {
  if (!held.isRenewable || Date.now() >= held.endsAtMs) return logIn(login, send)
  try {
    const { lease_duration, renewable } = auth.parse(await send('auth/token/renew-self', {}, held.token)).auth
    return hold(held.token, lease_duration, renewable)
  } catch {
    // The token is not renewed. If there is no new one, it stays valid for half of its lease.
    return logIn(login, send).catch(() => held)
  }
}

/** A lease of 0 seconds never ends. */
function hold(token: string, leaseSeconds: number, isRenewable: boolean): Held {
  const leaseMs = leaseSeconds === 0 ? Number.POSITIVE_INFINITY : leaseSeconds * 1_000
  return { token, isRenewable, renewAtMs: Date.now() + leaseMs / 2, endsAtMs: Date.now() + leaseMs }
}

/** Kubernetes replaces the file while the process runs. */
function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new KeyUnusableError('the service account has no token file', { cause: error })
  }
}
