import { type KeyFault, type KeyProblem, KeyUnusableError, keyFaultOf } from './key-fault'

/** Runs work with a key: the problem it meets, silence of the key service where it takes longer than the limit. Throws what is no fault of the key. */
export async function tryKey(
  { keyId, limitMs }: { keyId: string; limitMs: number },
  work: () => Promise<void>,
): Promise<KeyProblem | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<KeyProblem>((resolve) => {
    timer = setTimeout(() => resolve(told('key_service_silent', keyId)), limitMs)
  })
  const done = work().then(
    () => null,
    (error: unknown) => {
      const fault = keyFaultOf(error)
      if (fault === null) throw error
      return told(fault, keyId, nameOf(error))
    },
  )
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}

const SENTENCES = {
  wrong_key: (keyId) => `The key ${keyId} of CUSTODY_KEK does not open what it sealed here`,
  key_unusable: (keyId) => `The key service refuses the key ${keyId} of CUSTODY_KEK until its set-up changes`,
  key_service_silent: (keyId) => `The key service does not answer for the key ${keyId} of CUSTODY_KEK`,
} satisfies Record<KeyFault, (keyId: string) => string>

function told(fault: KeyFault, keyId: string, said = ''): KeyProblem {
  return { fault, keyId, message: `${SENTENCES[fault](keyId)}${said && ` (${said})`}` }
}

/** The service's name for what happened; its text may quote more than a log should hold. */
function nameOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : null
  if (cause instanceof KeyUnusableError) return cause.message
  return cause && 'code' in cause ? String(cause.code) : (cause?.name ?? '')
}
