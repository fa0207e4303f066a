import { oncePerProcess } from '@/db/once-per-process'
import { describeFault } from '@/server/alarms/describe-fault'
import type { KeyProblem } from '@/server/custody/key-fault'
import { callSigner } from '@/server/custody/remote/call-signer'
import { type SignerStatus, statusAnswer } from '@/server/custody/remote/wire'
import type { ReadinessCheck } from '@/server/readiness-check'
import { holdsSeeds } from '@/server/separate-signer'

/** The status that the signing process reports. Throws unavailable if it does not answer. */
export async function readSignerStatus(): Promise<SignerStatus> {
  return statusAnswer.parse(await callSigner('status', {}))
}

/** Whether the process that signs answers and has its keys; null if it does. */
export async function verifySigner(): Promise<KeyProblem | null> {
  try {
    const { state, problem } = await readSignerStatus()
    if (problem) return problem
    return state === 'ok' ? null : silent('it has not reached its database yet')
  } catch (error) {
    return silent(describeFault(error))
  }
}

function silent(why: string): KeyProblem {
  const message = `Nothing is signed and no wallet is made: ${why}`
  return { fault: 'signer_silent', keyId: 'SIGNER_SOCKET', message }
}

/** The signer's status that this process received last. */
export const signerState = () =>
  oncePerProcess('signer-state', () => ({ state: 'not_proven' as SignerStatus['state'] }))

/** Requests are accepted without the signer too; their transactions are signed once the signer responds again. */
export const signerCheck: ReadinessCheck = {
  name: 'signer',
  isRequired: false,
  ask: () => (holdsSeeds() ? 'ok' : signerState().state),
  otherwise: 'not_proven',
}
