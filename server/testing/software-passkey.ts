import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { AddPasskeyInput, PasskeyAssertion } from '@/schemas/people/passkeys'
import { findRelyingParty } from '@/server/people/passkeys/relying-party'

/** The fields in which a forged answer differs from that of an honest authenticator and browser. */
type Forged = { origin?: string; rpId?: string; isVerified?: boolean; counter?: number; userHandle?: string }

const PRESENT = 0x01
const VERIFIED = 0x04
const SYNCABLE = 0x08
const BACKED_UP = 0x10
const HAS_KEY = 0x40

export type SoftwarePasskey = ReturnType<typeof newSoftwarePasskey>

/**
 * An authenticator with one P-256 key, and the browser in front of it. `isCounting`: it counts its signatures, as keys
 * that never leave their device do; else it is one that is synced.
 */
export function newSoftwarePasskey({ isCounting = false } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32).toString('base64url')
  let count = 0
  let handle: string | undefined

  function dataOf(
    { rpId, isVerified = true, counter }: Forged,
    flags: number,
    key: Uint8Array = new Uint8Array(),
  ): Buffer {
    if (isCounting) count += 1
    const forged = Buffer.alloc(5)
    forged.writeUInt8(flags | PRESENT | (isVerified ? VERIFIED : 0) | (isCounting ? 0 : SYNCABLE | BACKED_UP))
    forged.writeUInt32BE(counter ?? count, 1)
    return Buffer.concat([sha256(rpId ?? party().id), forged, key])
  }

  function keyData(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    // RFC 9053: an EC2 key for ES256 on P-256.
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    const credentialId = Buffer.from(id, 'base64url')
    length.writeUInt16BE(credentialId.length)
    return Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(cose)])
  }

  return {
    id,
    /** Answers `navigator.credentials.create`. */
    attest({ challenge, user }: { challenge: string; user: { id: string } }, forged: Forged = {}) {
      handle = user.id
      const authData = new Uint8Array(dataOf(forged, HAS_KEY, keyData()))
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', authData],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
          clientDataJSON: clientData('webauthn.create', challenge, forged).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      } satisfies AddPasskeyInput['attestation']
    },
    /** Answers `navigator.credentials.get`. */
    assert({ challenge }: { challenge: string }, forged: Forged = {}): PasskeyAssertion {
      const authenticatorData = dataOf(forged, 0)
      const client = clientData('webauthn.get', challenge, forged)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          authenticatorData: authenticatorData.toString('base64url'),
          clientDataJSON: client.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: forged.userHandle ?? handle,
        },
      }
    },
  }
}

function clientData(type: string, challenge: string, { origin = party().origin }: Forged): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function party() {
  const found = findRelyingParty()
  if (!found) throw new Error('the tests need a host name')
  return found
}

function sha256(bytes: string | Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
