import { keyVariable, type SecretKind } from './configured-keks'
import { type KeyFault, type KeyProblem, KeyUnusableError, keyFaultOf } from './key-fault'

/**
 * Runs work with a key. Returns its fault, or a silent key service if it takes longer than the limit. Throws other
 * errors.
 */
export async function testKey(
  { keyId, limitMs, secretKind = 'secrets' }: { keyId: string; limitMs: number; secretKind?: SecretKind },
  work: () => Promise<void>,
): Promise<KeyProblem | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<KeyProblem>((resolve) => {
    timer = setTimeout(() => resolve(problemOf('key_service_silent', { keyId, secretKind })), limitMs)
  })
  const done = work().then(
    () => null,
    (error: unknown) => {
      const fault = keyFaultOf(error)
      if (fault === null) throw error
      return problemOf(fault, { keyId, secretKind }, nameOf(error))
    },
  )
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}

type Named = { keyId: string; secretKind: SecretKind }

const SENTENCES = {
  wrong_key: ({ keyId, secretKind }) =>
    `The key ${keyId} of ${keyVariable(secretKind)} does not open what it sealed here`,
  key_unusable: ({ keyId, secretKind }) =>
    `The key service refuses the key ${keyId} of ${keyVariable(secretKind)} until its set-up changes`,
  key_service_silent: ({ keyId, secretKind }) =>
    `The key service does not answer for the key ${keyId} of ${keyVariable(secretKind)}`,
} satisfies Record<Exclude<KeyFault, 'signer_silent'>, (named: Named) => string>

function problemOf(fault: keyof typeof SENTENCES, named: Named, detail = ''): KeyProblem {
  return { fault, keyId: named.keyId, message: `${SENTENCES[fault](named)}${detail && ` (${detail})`}` }
}

/** The service's name for what happened; its text may quote more than a log should hold. */
function nameOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : null
  if (cause instanceof KeyUnusableError) return cause.message
  return cause && 'code' in cause ? String(cause.code) : (cause?.name ?? '')
}
