import { parseWebAddress } from '@/server/parse-url'
import { fullPath, headerSecret, isOrigin, textMatching } from './fields'
import { isLoopback } from './host-name'

const word = headerSecret(/^\S+$/, 'printable characters without blanks')
const PATH = /^[\w.-]+(\/[\w.-]+)*$/

/** The Vault server with the keys of `vault-transit:`, and how the process logs in there. */
export const vaultVariables = {
  VAULT_ADDR: textMatching(isVaultAddress, 'an https origin, or an http one of this machine')
    .transform((text) => new URL(text).origin)
    .optional(),
  VAULT_NAMESPACE: textMatching((text) => PATH.test(text.replace(/\/$/, '')), 'a path like team/payments').optional(),
  /** A file with the certificates in PEM that the server's is checked against. */
  VAULT_CACERT: fullPath().optional(),
  VAULT_TOKEN: word.optional(),
  VAULT_ROLE_ID: word.optional(),
  VAULT_SECRET_ID: word.optional(),
  VAULT_KUBERNETES_ROLE: textMatching((text) => /^[\w.-]+$/.test(text), 'letters, digits, dots, - and _').optional(),
  /** The path of the login method; its own name by default. */
  VAULT_AUTH_MOUNT: textMatching((text) => PATH.test(text), 'a path like approle, without auth/ before it').optional(),
}

type Given = {
  VAULT_ADDR?: string | undefined
  VAULT_NAMESPACE?: string | undefined
  VAULT_CACERT?: string | undefined
  VAULT_TOKEN?: string | undefined
  VAULT_ROLE_ID?: string | undefined
  VAULT_SECRET_ID?: string | undefined
  VAULT_KUBERNETES_ROLE?: string | undefined
  VAULT_AUTH_MOUNT?: string | undefined
}

export type VaultLogin =
  | { method: 'token'; token: string }
  | { method: 'approle'; mount: string; roleId: string; secretId: string }
  | { method: 'kubernetes'; mount: string; role: string; tokenFile: string }

export type VaultSettings = { address: string; namespace?: string; caFile?: string; login: VaultLogin }

/** The path at which Kubernetes mounts the token of a pod's service account. */
const TOKEN_FILE = '/var/run/secrets/kubernetes.io/serviceaccount/token'

/** The variables that a process with a `vault-transit:` key lacks or has in excess; null if they are complete. */
export function faultOfVault(given: Given): { name: string; isMissing: boolean } | null {
  const { VAULT_ADDR, VAULT_TOKEN, VAULT_ROLE_ID, VAULT_SECRET_ID, VAULT_KUBERNETES_ROLE } = given
  if (VAULT_ADDR === undefined) return { name: 'VAULT_ADDR', isMissing: true }
  const logins = [VAULT_TOKEN, VAULT_ROLE_ID ?? VAULT_SECRET_ID, VAULT_KUBERNETES_ROLE]
  const count = logins.filter((login) => login !== undefined).length
  if (count === 0) return { name: 'VAULT_TOKEN', isMissing: true }
  if (count > 1) return { name: VAULT_TOKEN === undefined ? 'VAULT_KUBERNETES_ROLE' : 'VAULT_TOKEN', isMissing: false }
  if (VAULT_ROLE_ID === undefined && VAULT_SECRET_ID !== undefined) return { name: 'VAULT_ROLE_ID', isMissing: true }
  if (VAULT_ROLE_ID !== undefined && VAULT_SECRET_ID === undefined) return { name: 'VAULT_SECRET_ID', isMissing: true }
  return null
}

/** The variables as settings. Throws if they contradict each other, which a start has refused before. */
export function vaultSettings(given: Given): VaultSettings {
  const { VAULT_ADDR: address, VAULT_NAMESPACE: namespace, VAULT_CACERT: caFile } = given
  if (address === undefined) throw new Error('VAULT_ADDR is missing')
  return { address, ...(namespace && { namespace }), ...(caFile && { caFile }), login: loginOf(given) }
}

function loginOf(given: Given): VaultLogin {
  const { VAULT_TOKEN: token, VAULT_ROLE_ID: roleId, VAULT_SECRET_ID: secretId, VAULT_KUBERNETES_ROLE: role } = given
  const mount = given.VAULT_AUTH_MOUNT
  if (token !== undefined) return { method: 'token', token }
  if (roleId !== undefined && secretId !== undefined)
    return { method: 'approle', mount: mount ?? 'approle', roleId, secretId }
  if (role !== undefined) return { method: 'kubernetes', mount: mount ?? 'kubernetes', role, tokenFile: TOKEN_FILE }
  throw new Error('no login of Vault is given')
}

function isVaultAddress(text: string): boolean {
  return isOrigin(text) && (parseWebAddress(text)?.protocol === 'https:' || isLoopback(text))
}
